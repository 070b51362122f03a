import Glibc
import Platform
import Synchronization
import Testing

@Suite struct WorkerThreadTests {
  @Test func signalsAreLeftToTheMainThread() {
    let blocked = Atomic<UInt64>(0)
    WorkerThread(name: "signals") {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      for number in 1...64 where sigismember(&mask, Int32(number)) == 1 {
        blocked.bitwiseOr(1 << UInt64(number - 1), ordering: .relaxed)
      }
    }.join()
    let signals = blocked.load(ordering: .relaxed)
    func isBlocked(_ number: Int32) -> Bool { signals & (1 << UInt64(number - 1)) != 0 }
    #expect([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU].allSatisfy(isBlocked))
    #expect(![SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT].contains(where: isBlocked))
  }
}
