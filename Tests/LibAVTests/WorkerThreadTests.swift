import Platform
import TestSupport
import Testing

@Suite struct WorkerThreadTests {
  /// The name of the calling thread, as the kernel has it.
  private static func name() -> String {
    let bytes = Command.contents(of: "/proc/thread-self/comm")
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Each runs once, under its own name, and can be waited for.
  @Test func eachBodyRunsOnce() {
    let names = Lock<[String]>([])
    let threads = (0..<5).map { index in
      WorkerThread(name: "body \(index)") {
        let name = Self.name()
        names.withLock { $0.append(name) }
      }
    }
    for thread in threads { thread.join() }
    #expect(names.withLock { $0.sorted() } == (0..<5).map { "body \($0)" })
    let areFinished = threads.allSatisfy { $0.isFinished }
    #expect(areFinished)
  }
}
