# A Slurm cluster of this one machine, on its loopback: sourced by run.sh. Needs root.
#
#     start_cluster DIR    munge, slurmctld and slurmd, with keys, state and logs in DIR; exports SLURM_CONF
#     stop_cluster         stops what was started

start_cluster() {
    local dir=$1 host cpus memory
    host=$(hostname -s)
    cpus=$(nproc)
    memory=$(awk '/^MemTotal/ { print int($2 / 1024 * 0.9) }' /proc/meminfo)
    mkdir -p "$dir"/{state,spool,log,munge}
    chmod 700 "$dir/munge"
    dd if=/dev/urandom of="$dir/munge/key" bs=64 count=1 status=none
    chmod 400 "$dir/munge/key"
    cat >"$dir/slurm.conf" <<CONF
ClusterName=simdrive
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.log
MpiDefault=pmix
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerNode=$((memory / 2))
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=$memory State=UNKNOWN
PartitionName=local Nodes=ALL Default=YES MaxTime=10 State=UP
CONF
    cluster_dir=$dir
    munged --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munged.pid" \
        --log-file="$dir/munge/log" --seed-file="$dir/munge/seed" --num-threads=2 --force 2>"$dir/munge/said"
    export SLURM_CONF=$dir/slurm.conf
    slurmctld -i
    slurmd
    local second
    for second in $(seq 30); do
        [[ $(sinfo -h -o %t 2>"$dir/log/sinfo") == idle ]] && return
        sleep 1
    done
    tail "$dir"/log/* >&2
    echo "FAILED: no idle node after $second s" >&2
    return 1
}

stop_cluster() {
    local daemon file
    [[ -n ${cluster_dir:-} ]] || return 0
    scancel --user=root 2>/dev/null || true
    for daemon in slurmd slurmctld munged; do
        file=$cluster_dir/$daemon.pid
        [[ -s $file ]] && kill "$(<"$file")" 2>/dev/null
        for _ in $(seq 50); do
            [[ -s $file ]] && kill -0 "$(<"$file")" 2>/dev/null || break
            sleep 0.2
        done
    done
}
