import Foundation
import MediaCore
import Models
import TestSupport
import Testing

@testable import LibAV

/// AVIF files that libav does not read are not said to be damaged.
@Suite struct AVIFTests {
  /// How a made-up file differs from the simplest.
  struct Variant: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var brand = "avif"
    /// Whether the box that names the item on show comes after those that describe it.
    var namesItemLate = false
    var itemType = "av01"
    /// 0: in the file; 1: in a box of the header (ISO/IEC 14496-12, 8.11.3).
    var construction = 0
    /// How many parts the data is in.
    var extents = 1
    /// Of the data, in bytes, that are missing at the end of the file.
    var missing = 0

    init(_ name: String, _ change: (inout Variant) -> Void = { _ in }) {
      testDescription = name
      change(&self)
    }
  }

  static let sound = [
    Variant("of another brand") { $0.brand = "mif1" },
    Variant("named late") { $0.namesItemLate = true },
    Variant("a grid") { $0.itemType = "grid" },
    Variant("in the header") { $0.construction = 1 },
    Variant("in parts") { $0.extents = 3 },
  ]

  static let broken =
    [Variant("simple") { $0.missing = 100 }]
    + sound.filter { $0.construction == 0 }.map { variant in
      var variant = variant
      variant.testDescription += ", cut short"
      variant.missing = 4
      return variant
    }

  private func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, bytes: 4) + Array(name.utf8) + content
  }

  private func fullBox(_ name: String, version: Int = 0, _ content: [UInt8]) -> [UInt8] {
    box(name, number(version, bytes: 1) + [0, 0, 0] + content)
  }

  /// One frame of AV1 as a file.
  private func file(_ variant: Variant, data: [UInt8]) -> [UInt8] {
    let brands = box("ftyp", Array(variant.brand.utf8) + [0, 0, 0, 0] + Array("avifmif1miaf".utf8))
    func meta(dataOffset: Int) -> [UInt8] {
      let piece = data.count / variant.extents
      var location = [UInt8]([0x44, 0x00]) + number(1, bytes: 2) + number(1, bytes: 2)
      if variant.construction > 0 { location += number(variant.construction, bytes: 2) }
      location += number(0, bytes: 2) + number(variant.extents, bytes: 2)
      for index in 0..<variant.extents {
        let isLast = index == variant.extents - 1
        location += number(dataOffset + index * piece, bytes: 4)
        location += number(isLast ? data.count - index * piece : piece, bytes: 4)
      }
      let handler = fullBox(
        "hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
      let primary = fullBox("pitm", number(1, bytes: 2))
      let places = fullBox("iloc", version: variant.construction > 0 ? 1 : 0, location)
      let entry = fullBox(
        "infe", version: 2, number(1, bytes: 2) + [0, 0] + Array(variant.itemType.utf8) + [0])
      let properties = box(
        "iprp",
        box(
          "ipco",
          fullBox("ispe", number(64, bytes: 4) + number(48, bytes: 4))
            + box("av1C", [0x81, 0, 0x0C, 0]))
          + fullBox("ipma", number(1, bytes: 4) + number(1, bytes: 2) + [2, 1, 0x82]))
      return fullBox(
        "meta",
        handler + (variant.namesItemLate ? places + primary : primary + places)
          + fullBox("iinf", number(1, bytes: 2) + entry) + properties
          + (variant.construction == 1 ? box("idat", data) : []))
    }
    let header = brands + meta(dataOffset: 0)
    guard variant.construction == 0 else { return header }
    let whole = brands + meta(dataOffset: header.count + 8) + box("mdat", data)
    return Array(whole.dropLast(variant.missing))
  }

  /// A frame of AV1, without a container.
  private func frame() throws -> [UInt8] {
    let path = try TestClips.make(
      "frame.obu",
      TestClips.pattern(PixelSize(width: 64, height: 48), seconds: 0.04) + [
        "-frames:v", "1", "-c:v", "libaom-av1", "-cpu-used", "8", "-f", "obu",
      ])
    // Without the delimiter, which MP4 leaves out.
    return Array(try Data(contentsOf: URL(fileURLWithPath: path.description)).dropFirst(2))
  }

  /// A grid of one tile is 64 x 48 pixels (ISO/IEC 23008-12, 6.6.2.3).
  private static let grid: [UInt8] = [0, 0, 0, 0, 0, 64, 0, 48]

  /// Whether this libav reads most kinds.
  private static let isRead = LibAVLibraries.majorVersion >= 61
  /// What is said of a file with broken data: versions that read only the simplest kind cannot tell.
  private static let failure = isRead ? MediaError.damaged : .unreadFormat("AVIF")

  private func error(_ variant: Variant) throws -> MediaError? {
    let data = variant.itemType == "grid" ? Self.grid : try frame()
    let path = try TestClips.file("still.avif", file(variant, data: data))
    do throws(MediaError) {
      _ = try open(path)
      return nil
    } catch {
      return error
    }
  }

  @Test func simplestIsRead() throws {
    #expect(try error(Variant("simple")) == nil)
  }

  @Test(arguments: sound)
  func soundFileIsReadOrSaidToBeUnreadable(_ variant: Variant) throws {
    let error = try error(variant)
    // Newer versions of libav read some of them.
    if !Self.isRead { #expect(error == nil || error == Self.failure) }
    if LibAVLibraries.majorVersion < 60 { #expect(error != nil) }
  }

  @Test(arguments: broken)
  func truncatedFileIsNotRead(_ variant: Variant) throws {
    #expect(try error(variant) == Self.failure)
  }

  /// All versions read sequences: one that fails is damaged.
  @Test func brandsTellStillsFromSequences() {
    func name(_ brand: String) -> CleanText? {
      let bytes = file(Variant(brand) { $0.brand = brand }, data: Self.grid)
      return UnreadFrame.name(of: MemoryInput(bytes, cancellation: CancellationToken()))
    }
    let still: CleanText? = Self.isRead ? nil : "AVIF"
    #expect(name("avif") == still)
    #expect(name("mif1") == still)
    #expect(name("avis") == nil)
  }

  @Test func simplestWithBrokenDataIsNotRead() throws {
    let data = try frame().map { _ in UInt8(0xFF) }
    let path = try TestClips.file("broken.avif", file(Variant("simple"), data: data))
    #expect(throws: Self.failure) { try open(path) }
  }
}
