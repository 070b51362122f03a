/// A request to a server (draft-ietf-secsh-filexfer-02, 4 to 6; OpenSSH's PROTOCOL, 4). Paths are
/// bytes; a relative one starts at the user's home folder.
enum SFTPRequest: Hashable, Sendable {
  typealias Bytes = [UInt8]

  /// Opens a file for reading.
  case open(Bytes)
  /// Makes an empty file, and opens it; fails if there is anything of that name.
  case create(Bytes)
  case close(handle: Bytes)
  case read(handle: Bytes, offset: UInt64, count: UInt32)
  case lstat(Bytes)
  case fstat(handle: Bytes)
  case stat(Bytes)
  case opendir(Bytes)
  case readdir(handle: Bytes)
  case realpath(Bytes)
  case readlink(Bytes)
  /// The server must refuse it if there is a file of the new name; some do not.
  case rename(Bytes, to: Bytes)
  /// Makes a folder that only its owner may enter.
  case mkdir(Bytes)
  case remove(Bytes)
  /// `limits@openssh.com`
  case limits
  /// `statvfs@openssh.com`
  case statvfs(Bytes)

  /// The version that is spoken here.
  static let version: UInt32 = 3

  /// The first packet of a session: INIT.
  static let initialization: Bytes = packet(1) { $0.appendField(version) }

  /// The packet of a request, with its length.
  func packet(id: UInt32) -> Bytes {
    Self.packet(type) { packet in
      packet.appendField(id)
      switch self {
      case .open(let path):
        packet.appendField(path)
        // Reading (SSH_FXF_READ), and no attributes.
        packet.appendField(1 as UInt32)
        packet.appendField(0 as UInt32)
      case .create(let path):
        packet.appendField(path)
        // Writing, in a new file (SSH_FXF_WRITE, CREAT, EXCL), and no attributes.
        packet.appendField(0x2A as UInt32)
        packet.appendField(0 as UInt32)
      case .read(let handle, let offset, let count):
        packet.appendField(handle)
        packet.appendField(offset)
        packet.appendField(count)
      case .rename(let path, let new):
        packet.appendField(path)
        packet.appendField(new)
      case .mkdir(let path):
        packet.appendField(path)
        // Permissions (SSH_FILEXFER_ATTR_PERMISSIONS).
        packet.appendField(4 as UInt32)
        packet.appendField(0o700 as UInt32)
      case .limits: packet.appendField("limits@openssh.com".utf8)
      case .statvfs(let path):
        packet.appendField("statvfs@openssh.com".utf8)
        packet.appendField(path)
      case .close(let text), .lstat(let text), .fstat(let text), .stat(let text),
        .opendir(let text), .readdir(let text), .realpath(let text), .readlink(let text),
        .remove(let text):
        packet.appendField(text)
      }
    }
  }

  private var type: UInt8 {
    switch self {
    case .open, .create: 3
    case .close: 4
    case .read: 5
    case .lstat: 7
    case .fstat: 8
    case .opendir: 11
    case .readdir: 12
    case .remove: 13
    case .mkdir: 14
    case .realpath: 16
    case .stat: 17
    case .rename: 18
    case .readlink: 19
    case .limits, .statvfs: 200
    }
  }

  /// Whether a reply is of a kind that the request may get. All may fail.
  func allows(_ reply: SFTPReply) -> Bool {
    switch (self, reply) {
    case (.close, .status), (.rename, .status), (.mkdir, .status), (.remove, .status): true
    case (_, .status(let status)): status.code != .ok
    case (.open, .handle), (.create, .handle), (.opendir, .handle): true
    case (.read, .data), (.readdir, .name): true
    case (.lstat, .attrs), (.fstat, .attrs), (.stat, .attrs): true
    case (.realpath, .name(let names)), (.readlink, .name(let names)): names.count == 1
    case (.limits, .extended), (.statvfs, .extended): true
    default: false
    }
  }

  private static func packet(_ type: UInt8, _ fill: (inout Bytes) -> Void) -> Bytes {
    var body = [type]
    fill(&body)
    var packet: Bytes = []
    packet.appendField(body)
    return packet
  }
}
