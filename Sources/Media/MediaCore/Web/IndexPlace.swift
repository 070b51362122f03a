/// Where the index (`moov`) of an MP4 or QuickTime file begins, by the boxes at the file's beginning
/// (ISO/IEC 14496-12, 4.2).
package enum IndexPlace: Hashable, Sendable {
  /// Its first byte, or that of a box between the media data and the index.
  case at(Int64)
  /// More bytes may tell.
  case undecided
  /// It is another format, or has no index of its own.
  case unknown

  /// What a file begins with, also one without `ftyp`.
  private static let firstTypes = ["ftyp", "mdat", "moov", "free", "skip", "wide", "pnot"]
  /// Fragments have their own indices.
  private static let fragmentTypes = ["moof", "sidx", "styp"]

  /// Walks through boxes until one is the index, or reaches beyond the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The file's first bytes.
  ///   - length: The file size in bytes.
  package init(_ bytes: ArraySlice<UInt8>, length: Int64) {
    self = .undecided
    var position: Int64 = 0
    while true {
      let box = bytes.dropFirst(Int(position))
      guard box.count >= 8 else { return }
      let type = String(decoding: box.dropFirst(4).prefix(4), as: UTF8.self)
      if position == 0, !Self.firstTypes.contains(type) { break }
      if type == "moov" {
        self = .at(position)
        return
      }
      if Self.fragmentTypes.contains(type) { break }
      var (size, header) = (Self.number(box.prefix(4)), UInt64(8))
      if size == 1 {
        guard box.count >= 16 else { return }
        (size, header) = (Self.number(box.dropFirst(8).prefix(8)), 16)
      }
      // 0 reaches to the end of the file. A box without an end in it has nothing after it.
      guard size >= header, size < UInt64(clamping: length - position) else { break }
      position += Int64(size)
      if position >= bytes.count {
        self = .at(position)
        return
      }
    }
    self = .unknown
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
