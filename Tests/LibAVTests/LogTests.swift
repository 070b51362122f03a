import LibAV
import Models
import Platform
import TestSupport
import Testing

@Suite struct LogTests {
  @Test func passesMessagesToTheSinkAsCleanText() throws {
    let lines = Lock<[CleanText]>([])
    LibAVLog.install(level: .error) { line in lines.withLock { $0.append(line) } }
    let cut = try TestClips.change("cut-for-log.mp4", from: TestClips.portrait()) { bytes in
      bytes.removeLast(bytes.count / 2)
    }
    #expect(throws: (any Error).self) { try open(cut) }
    let all = lines.withLock { $0 }
    #expect(all.contains { $0.string.contains("moov atom not found") })
  }
}
