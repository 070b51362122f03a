import MediaCore
import TestSupport
import Testing

@Suite struct IndexPlaceTests {
  private func box(_ type: String, _ size: UInt32, content: Int = 0) -> [UInt8] {
    withUnsafeBytes(of: size.bigEndian, Array.init) + Array(type.utf8)
      + [UInt8](repeating: 7, count: content)
  }

  private func longBox(_ type: String, _ size: UInt64) -> [UInt8] {
    box(type, 1) + withUnsafeBytes(of: size.bigEndian, Array.init)
  }

  private func place(_ bytes: [UInt8], length: Int64 = 1_000_000) -> IndexPlace {
    // Not from index 0.
    IndexPlace(([9, 9, 9] + bytes)[3...], length: length)
  }

  private var type: [UInt8] { box("ftyp", 16, content: 8) }

  @Test func findsItBehindTheMedia() {
    #expect(place(type + box("mdat", 5_000)) == .at(5_016))
    #expect(place(type + box("free", 8) + box("mdat", 5_000)) == .at(5_024))
    #expect(
      place(type + longBox("mdat", 5_000_000_000), length: 6_000_000_000) == .at(5_000_000_016))
    // QuickTime, with a place kept for a long size.
    #expect(place(box("wide", 8) + box("mdat", 5_000)) == .at(5_008))
    #expect(place(box("mdat", 5_000)) == .at(5_000))
    // All of the media is here, and not what follows.
    #expect(place(type + box("mdat", 20, content: 12)) == .at(36))
  }

  @Test func findsItAtTheBeginning() {
    #expect(place(type + box("moov", 5_000)) == .at(16))
    #expect(place(box("moov", 0)) == .at(0))
    #expect(place(type + box("mdat", 20, content: 12) + box("moov", 100)) == .at(36))
  }

  @Test func waitsForMoreBytes() {
    let bytes = type + box("free", 10, content: 2) + longBox("mdat", 5_000)
    #expect(place([]) == .undecided)
    for count in 1..<bytes.count {
      // The end of a box, where the next one is missing, may be that of the media.
      let expected: IndexPlace =
        switch count {
        case 8...16: .at(16)
        case 24...26: .at(26)
        default: .undecided
        }
      #expect(place(Array(bytes.prefix(count))) == expected, "\(count)")
    }
    #expect(place(bytes) == .at(5_026))
  }

  @Test func knowsWhatHasNone() {
    #expect(place(box("moof", 100)) == .unknown)
    #expect(place(type + box("moof", 100)) == .unknown)
    #expect(place(type + box("sidx", 100)) == .unknown)
    #expect(place([0x1A, 0x45, 0xDF, 0xA3] + Array("webm....".utf8)) == .unknown)
    #expect(place(Array("RIFF....AVI LIST".utf8)) == .unknown)
  }

  @Test(arguments: [0, 2, 7, 999_984, 999_985, UInt32.max])
  func refusesSizes(_ size: UInt32) {
    #expect(place(type + box("mdat", size)) == .unknown)
  }

  @Test(arguments: [0, 1, 15, 999_984, UInt64(Int64.max) - 15, UInt64(Int64.max), .max - 15, .max])
  func refusesLongSizes(_ size: UInt64) {
    #expect(place(type + longBox("mdat", size)) == .unknown)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 16])
  func refusesLengths(_ length: Int64) {
    #expect(place(type + box("mdat", 5_000), length: length) == .unknown)
  }

  @Test func survivesAnything() {
    var generator = SeededGenerator(seed: 51)
    let types = ["ftyp", "mdat", "moov", "free", "wide", "moof", "\u{0}\u{1}"]
    for _ in 0..<3_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let size = UInt32.random(
          in: 0...(Bool.random(using: &generator) ? 40 : .max), using: &generator)
        bytes += box(types.randomElement(using: &generator) ?? "", size)
        bytes += (0..<Int.random(in: 0...30, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
      }
      let length = Int64.random(
        in: -5...(Bool.random(using: &generator) ? 200 : .max), using: &generator)
      if case .at(let index) = place(bytes, length: length) {
        #expect(index >= 0)
        #expect(index < max(length, Int64(bytes.count)))
      }
    }
  }
}
