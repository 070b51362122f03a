/// Where the data of an AVIF still is (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12).
package struct AVIFLayout: Hashable, Sendable {
  /// Whether all data lies within the file.
  package private(set) var isWhole = true
  /// Whether every libav that reads AVIF reads a file like this: one AV1 frame in one part, outside
  /// of the header. If so and it does not, the data is broken.
  package private(set) var isSimple = false

  /// How many of a file's first bytes contain its header.
  package static let headBytes = 1 << 20

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - head: The file's first bytes.
  ///   - fileSize: The size of the file in bytes.
  /// - Returns: `nil` if it is no AVIF still, or its header is broken.
  package init?(head: [UInt8], fileSize: Int) {
    var file = BoxReader(head[...])
    guard let type = file.box(), type.name == "ftyp" else { return nil }
    var brands = BoxReader(type.content)
    guard let mainBrand = brands.code(), brands.number(4) != nil else { return nil }
    var isAVIF = mainBrand == "avif"
    while let brand = brands.code() {
      if brand == "avif" { isAVIF = true }
      // The frames of a sequence are listed elsewhere.
      if brand == "avis" { return nil }
    }
    guard isAVIF, let header = Self.next("meta", in: &file), let items = Items(header) else {
      return nil
    }
    isWhole = items.list.allSatisfy { item in
      item.parts.allSatisfy { Self.isWithin(items.size(of: item, fileSize: fileSize), $0) }
    }
    let shown = items.list.first { $0.id == items.shownID }
    isSimple =
      mainBrand == "avif" && items.areSimple && shown?.construction == 0
      && shown?.parts.first?.length ?? 0 > 0 && items.types[items.shownID ?? -1] == "av01"
  }

  private static func next(
    _ name: String, in boxes: inout BoxReader
  ) -> ArraySlice<UInt8>? {
    while let box = boxes.box() {
      if box.name == name { return box.content }
    }
    return nil
  }

  private static func isWithin(_ size: Int, _ part: Items.Part) -> Bool {
    let (end, isHuge) = part.start.addingReportingOverflow(part.length)
    return !isHuge && end <= size
  }
}

/// The items that a header lists.
private struct Items {
  /// Some of an item's bytes. A length of zero means all that follow.
  typealias Part = (start: Int, length: Int)

  struct Item {
    var id: Int
    /// What the parts are in: 0 for the file, 1 for a box of the header, 2 for another item.
    var construction: Int
    var parts: [Part]
  }

  private(set) var list: [Item] = []
  private(set) var types: [Int: String] = [:]
  private(set) var shownID: Int?
  /// Whether the list has none of what libav 5 and 6 refuse.
  private(set) var areSimple = true
  private var innerSize = 0
  private var partTotal = 0

  /// Parts may take no bytes in the list.
  private static let partLimit = 1 << 16

  init?(_ header: ArraySlice<UInt8>) {
    var boxes = BoxReader(header.dropFirst(4))
    var hasList = false
    while let (name, content) = boxes.box() {
      var reader = BoxReader(content)
      switch name {
      case "idat": innerSize = content.count
      case "pitm":
        guard let version = reader.versionNumber() else { return nil }
        shownID = reader.number(version == 0 ? 2 : 4)
        // libav reads the list with the item in mind, and short numbers only.
        if hasList || version > 0 { areSimple = false }
      case "iloc":
        guard readList(&reader) else { return nil }
        hasList = true
      case "iinf": readTypes(&reader)
      default: break
      }
    }
    if !hasList { return nil }
  }

  /// How many bytes there are for an item.
  func size(of item: Item, fileSize: Int) -> Int {
    switch item.construction {
    case 0: fileSize
    case 1: innerSize
    default: .max
    }
  }

  private mutating func readList(_ reader: inout BoxReader) -> Bool {
    guard let version = reader.versionNumber(), let sizes = reader.number(2),
      let count = reader.number(version < 2 ? 2 : 4)
    else { return false }
    let (startBytes, lengthBytes) = (sizes >> 12, sizes >> 8 & 15)
    let (baseBytes, indexBytes) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
    if indexBytes > 0 { areSimple = false }
    for _ in 0..<count {
      guard let id = reader.number(version < 2 ? 2 : 4),
        let construction = version > 0 ? reader.number(2) : 0, reader.number(2) != nil,
        let base = reader.number(baseBytes), let partCount = reader.number(2)
      else { return false }
      if partCount > 1 { areSimple = false }
      partTotal += partCount
      guard partTotal <= Self.partLimit else { return false }
      var item = Item(id: id, construction: construction & 15, parts: [])
      for _ in 0..<partCount {
        guard reader.number(indexBytes) != nil, let start = reader.number(startBytes),
          let length = reader.number(lengthBytes)
        else { return false }
        let (place, isHuge) = base.addingReportingOverflow(start)
        item.parts.append((isHuge ? .max : place, length))
      }
      list.append(item)
    }
    return true
  }

  private mutating func readTypes(_ reader: inout BoxReader) {
    guard let version = reader.versionNumber(), reader.number(version == 0 ? 2 : 4) != nil else {
      return
    }
    while let (name, content) = reader.box() {
      var entry = BoxReader(content)
      guard name == "infe", let version = entry.versionNumber(), version >= 2,
        let id = entry.number(version == 2 ? 2 : 4), entry.number(2) != nil
      else { continue }
      types[id] = entry.code()
    }
  }
}

extension BoxReader {
  /// Takes a box's version, and its flags, which do not matter here.
  fileprivate mutating func versionNumber() -> Int? { number(4).map { $0 >> 24 } }
}
