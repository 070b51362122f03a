import Glibc

/// How much memory the machine has.
enum MachineMemory {
  /// The total, in bytes; a typical minimum if the system does not say.
  static var total: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let page = sysconf(Int32(_SC_PAGESIZE))
    guard pages > 0, page > 0 else { return 2 << 30 }
    return pages.multipliedReportingOverflow(by: page).partialValue
  }
}
