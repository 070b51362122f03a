import MediaCore
import Testing

@Suite struct FileGrowthTests {
  /// A file of which 100 000 bytes play for 10 s.
  private var file: FileGrowth {
    var file = FileGrowth(byteCount: 100_000)
    file.noteLength(10, upTo: 100_000)
    return file
  }

  @Test func staticFileIsReadToItsEnd() {
    var file = file
    for now in [0, 1, 5.0] { file.note(byteCount: 100_000, at: now) }
    #expect(!file.hasGrown)
    #expect(!file.isGoingOn(at: 5))
    let isAdmitted = file.admits(readingFrom: 100_000, at: 5)
    #expect(isAdmitted)
  }

  @Test func durationFollowsTheBytes() {
    var file = file
    file.note(byteCount: 150_000, at: 1)
    #expect(file.duration == 15)
    // The second half takes twice as many.
    file.noteLength(14, upTo: 140_000)
    file.noteLength(3, upTo: 30_000)
    #expect(file.duration == 15)
    file.noteLength(14.5, upTo: 150_000)
    #expect(file.duration == 14.5)
    for impossible in [0, -1, .nan, .infinity] as [Double] {
      file.noteLength(impossible, upTo: 160_000)
      #expect(file.duration == 14.5)
    }
    // What has been read is there, wherever it lay.
    file.noteLength(16, upTo: 120_000)
    #expect(file.duration == 16)
  }

  @Test func declaredDurationCounts() {
    var file = FileGrowth(byteCount: 100_000)
    file.declared = 60
    file.note(byteCount: 150_000, at: 1)
    file.noteLength(14, upTo: 140_000)
    #expect(file.duration == 60)
    file.noteLength(61, upTo: 149_000)
    #expect(file.duration == 61)
  }

  @Test func marginGrowsFromOneSecondToTwo() {
    var file = file
    file.note(byteCount: 150_000, at: 1)
    func admits(_ place: Int64) -> Bool { file.admits(readingFrom: place, at: 1) }
    #expect(admits(139_000))
    #expect(!admits(141_000))
    #expect(!admits(139_000))
    file.note(byteCount: 165_000, at: 1)
    #expect(admits(141_000))
    #expect(admits(154_000))
    file.notePiece(20_000)
    #expect(!admits(154_000))
  }

  @Test func stoppedWriterIsWaitedFor() {
    var file = file
    file.note(byteCount: 150_000, at: 1)
    file.note(byteCount: 150_000, at: 8)
    #expect(file.isGoingOn(at: 8))
    let isAdmittedEarly = file.admits(readingFrom: 149_000, at: 8)
    #expect(!isAdmittedEarly)
    #expect(!file.isGoingOn(at: 9.5))
    let isAdmittedLate = file.admits(readingFrom: 149_000, at: 9.5)
    #expect(isAdmittedLate)
  }

  @Test(arguments: [Int64.min, -1, 0, .max])
  func senselessSizesAreHarmless(_ bytes: Int64) {
    var file = FileGrowth(byteCount: bytes)
    file.note(byteCount: 10, at: 0)
    file.note(byteCount: bytes, at: 1)
    file.noteLength(1e300, upTo: bytes)
    file.notePiece(.max)
    #expect(file.duration.map { $0 > 0 } ?? true)
    // Reading on is safe in either case.
    for place in [bytes, 0, .max] { _ = file.admits(readingFrom: place, at: 1) }
    #expect(file.byteCount == max(bytes, 0))
  }
}
