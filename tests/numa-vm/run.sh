#!/usr/bin/env bash
# tests/numa-vm/run.sh [WORK_DIR]: boots a virtual machine of four NUMA nodes in software emulation (any x86-64
# Debian 12, no KVM, one minute) and holds what simdrive does about NUMA balancing against the kernel's own counters:
#   inherit  the default policy: hinting faults by the thousand
#   off      MPOL_LOCAL: none
#   on       bound to all nodes with MPOL_F_NUMA_BALANCING: hinting faults again
# and that arenas lie on the node that was asked for. Only counters are judged, never speed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
work=${1:-$top/build-numa-vm}
mkdir -p "$work"

packages=(qemu-system-x86 busybox-static cpio)
if ! dpkg-query -W "${packages[@]}" >/dev/null 2>&1; then
    if (( EUID == 0 )); then as_root=(); else as_root=(sudo); fi
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${packages[@]}" >/dev/null
fi

echo "== the probe"
cmake -S "$top" -B "$work/build" -G Ninja >"$work/configure.log"
ninja -C "$work/build" --quiet numa_probe
probe=$work/build/tests/numa-vm/numa_probe

# Debian's kernel, unpacked here and not installed.
if ! compgen -G "$work/kernel/boot/vmlinuz-*" >/dev/null; then
    image=$(apt-cache depends linux-image-amd64 | sed -nE 's/^ +Depends: +(linux-image-[0-9].*)/\1/p' | head -n 1)
    (cd "$work" && apt-get download -qq "$image" && dpkg-deb -x "$image"_*.deb kernel)
fi
kernel=$(compgen -G "$work/kernel/boot/vmlinuz-*" | head -n 1)

echo "== the initial file system"
root=$work/root
rm -rf "$root"
mkdir -p "$root"/{bin,proc,sys,dev}
cp /bin/busybox "$root/bin/"
cp "$probe" "$root/bin/numa_probe"
ldd "$probe" | grep -oE '/[^ ]+' | sort -u | while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
done
cat >"$root/init" <<'INIT'
#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sysfs /sys
/bin/busybox mount -t debugfs debugfs /sys/kernel/debug
cd /sys/kernel/debug/sched/numa_balancing
echo 100 >scan_delay_ms
echo 100 >scan_period_min_ms
echo 500 >scan_period_max_ms
echo never >/sys/kernel/mm/transparent_hugepage/enabled
for choice in inherit off on; do
    echo "-- $choice"
    /bin/numa_probe $choice
done
echo "-- end"
/bin/busybox poweroff -f
INIT
chmod +x "$root/init"
(cd "$root" && find . | cpio --quiet -o -H newc | gzip -1) >"$work/initrd.gz"

echo "== the machine"
nodes=()
for node in 0 1 2 3; do
    nodes+=(-object "memory-backend-ram,id=m$node,size=512M" -numa "node,nodeid=$node,cpus=$node,memdev=m$node")
done
for pair in 0,1 0,2 0,3 1,2 1,3 2,3; do
    nodes+=(-numa "dist,src=${pair%,*},dst=${pair#*,},val=20")
done
timeout 600 qemu-system-x86_64 -accel tcg,thread=multi -machine q35 -cpu max -smp 4,sockets=4,cores=1,threads=1 -m 2G \
    "${nodes[@]}" -kernel "$kernel" -initrd "$work/initrd.gz" \
    -append "console=ttyS0 quiet loglevel=3 panic=-1 mitigations=off nokaslr" \
    -nodefaults -nic none -display none -serial stdio -no-reboot </dev/null | tr -d '\r' | tee "$work/console.log"

echo "== the verdict"
section() { sed -n "/^-- $1\$/,/^-- /p" "$work/console.log"; }
value() { section "$1" | sed -nE "s/.*\\b$2 ([0-9]+).*/\\1/p" | head -n 1; }
faults=0
expect() {  # WORDS TEST…
    if test "${@:2}"; then echo "ok      $1"; else echo "FAILED  $1"; faults=$((faults + 1)); fi
}
expect "inherit: $(value inherit hint_faults) hinting faults, more than 1000" "$(value inherit hint_faults)" -gt 1000
expect "inherit: no thread is exempt from scans" "$(value inherit exempt)" -eq 0
expect "off: $(value off hint_faults) hinting faults, at most 10" "$(value off hint_faults)" -le 10
expect "off: all 4 threads are exempt from scans" "$(value off exempt)" -eq 4
expect "on: $(value on hint_faults) hinting faults, more than 1000" "$(value on hint_faults)" -gt 1000
expect "all 12 arenas lie on their nodes" "$(grep -c ' placed$' "$work/console.log")" -eq 12
(( faults == 0 ))
