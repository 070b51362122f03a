/// The attributes of a file (draft-ietf-secsh-filexfer-02, 5), as far as they are used here; each
/// is `nil` if the server does not send it.
struct SFTPAttributes: Hashable, Sendable {
  /// In bytes.
  var size: Int64?
  /// The file type and permissions, as in `st_mode`.
  var mode: UInt32?
  /// When it was last written, in seconds since 1970.
  var modified: Int64?

  private enum Flag {
    static let size: UInt32 = 1
    static let owner: UInt32 = 2
    static let mode: UInt32 = 4
    static let times: UInt32 = 8
    static let extended: UInt32 = 0x8000_0000
    static let all = size | owner | mode | times | extended
  }

  init(size: Int64? = nil, mode: UInt32? = nil, modified: Int64? = nil) {
    self.size = size
    self.mode = mode
    self.modified = modified
  }

  init(_ fields: inout SFTPFields) throws(SFTPError) {
    let flags = try fields.number()
    // What an unknown flag stands for has an unknown length.
    guard flags & ~Flag.all == 0 else { throw .malformed("unknown attributes") }
    if flags & Flag.size != 0 { size = Int64(clamping: try fields.longNumber()) }
    if flags & Flag.owner != 0 { _ = try fields.longNumber() }
    if flags & Flag.mode != 0 { mode = try fields.number() }
    if flags & Flag.times != 0 {
      _ = try fields.number()
      modified = Int64(try fields.number())
    }
    if flags & Flag.extended != 0 {
      for _ in 0..<(try fields.number()) {
        _ = try fields.string()
        _ = try fields.string()
      }
    }
  }

  /// What it is, by the file type of its mode.
  var kind: FolderEntry.Kind {
    switch mode.map({ $0 & 0o170000 }) {
    case 0o100000: .file
    case 0o040000: .folder
    case 0o120000, nil, 0: .link
    default: .other
    }
  }
}
