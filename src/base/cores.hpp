#pragma once

namespace simdrive {

/// Hardware threads that this process may run on: its affinity mask.
unsigned allowed_cores();
/// Hardware threads of this machine.
unsigned online_cores();

}  // namespace simdrive
