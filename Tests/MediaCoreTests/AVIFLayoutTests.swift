import TestSupport
import Testing

@testable import MediaCore

@Suite struct AVIFLayoutTests {
  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let size = content.count + 8
    return [0, 0, UInt8(size >> 8), UInt8(size & 255)] + Array(name.utf8) + content
  }

  private let type: [UInt8] =
    [0, 0, 0, 20] + Array("ftypavif".utf8) + [0, 0, 0, 0] + Array("mif1".utf8)

  /// A header with an item of 100 bytes at 200, by default.
  private func header(
    list: [UInt8] = [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 200, 0, 0, 0, 100],
    itemType: String = "av01"
  ) -> [UInt8] {
    let entry = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array(itemType.utf8) + [0])
    return type
      + box(
        "meta",
        [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1]) + box("iloc", list)
          + box("iinf", [0, 0, 0, 0, 0, 1] + entry))
  }

  @Test func simplestFileIsWholeOrNot() throws {
    let whole = try #require(AVIFLayout(head: header(), fileSize: 300))
    #expect(whole.isWhole && whole.isSimple)
    let cut = try #require(AVIFLayout(head: header(), fileSize: 299))
    #expect(!cut.isWhole)
    let grid = try #require(AVIFLayout(head: header(itemType: "grid"), fileSize: 300))
    #expect(grid.isWhole && !grid.isSimple)
  }

  @Test func partsOfTheHeaderAreCountedThere() throws {
    var list: [UInt8] = [1, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9]
    let cut = try #require(AVIFLayout(head: header(list: list), fileSize: 1_000))
    #expect(!cut.isWhole)
    list[list.count - 1] = 0
    let whole = try #require(AVIFLayout(head: header(list: list), fileSize: 1_000))
    #expect(whole.isWhole && !whole.isSimple)
  }

  @Test func hugeNumbersAreBeyondTheEnd() throws {
    let most: [UInt8] = [0x7F, 255, 255, 255, 255, 255, 255, 255]
    let start: [UInt8] = [1, 0, 0, 0, 0x88, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]
    let list = start + most + [0, 1] + most + most
    let layout = try #require(AVIFLayout(head: header(list: list), fileSize: .max - 1))
    #expect(!layout.isWhole)
  }

  @Test func partsWithoutBytesAreLimited() {
    let item: [UInt8] = [0, 1, 0, 0, 255, 255]
    let items = Array(repeatElement(item, count: 200).joined())
    let list: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 200] + items
    #expect(AVIFLayout(head: header(list: list), fileSize: 1_000) == nil)
  }

  @Test func brokenHeadersAreNone() {
    let bytes = header()
    for count in 0..<bytes.count {
      #expect(AVIFLayout(head: Array(bytes[..<count]), fileSize: 300) == nil)
    }
    #expect(AVIFLayout(head: Array(bytes.dropFirst()), fileSize: 300) == nil)
    var generator = SeededGenerator(seed: 44)
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<4 {
        changed[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      // It must not trap.
      _ = AVIFLayout(head: changed, fileSize: 300)
    }
    var sequence = bytes
    sequence.replaceSubrange(16..<20, with: Array("avis".utf8))
    #expect(AVIFLayout(head: sequence, fileSize: 300) == nil)
  }
}
