import Glibc

/// What a server of SFTP 3 does to the files of a home folder, one request after the other, as OpenSSH's does
/// (draft-ietf-secsh-filexfer-02; its PROTOCOL, 4).
struct FarFiles {
  /// What a path begins with there.
  static let home = "/home/ada"

  /// That of the home folder here.
  let folder: String
  /// Whether it knows `limits@openssh.com` and `statvfs@openssh.com`.
  let hasExtensions: Bool
  /// Whether a new name may be that of another file, which is lost then.
  let overwrites: Bool
  /// Which one of the requests it refuses for no reason; 0 for none.
  var refusal = 0
  private var requestCount = 0
  private var handles: [[UInt8]: Opened] = [:]
  private var lastHandle: UInt32 = 0

  init(_ folder: String, hasExtensions: Bool, overwrites: Bool) {
    self.folder = folder
    self.overwrites = overwrites
    self.hasExtensions = hasExtensions
  }

  /// A file or a folder that is open.
  private final class Opened {
    let descriptor: Int32
    /// What has not been listed.
    var names: [String]

    init(_ descriptor: Int32, names: [String] = []) {
      self.descriptor = descriptor
      self.names = names
    }

    deinit { close(descriptor) }
  }

  /// The reply to a request, both with their lengths.
  mutating func reply(to packet: Packet) -> Packet {
    var packet = packet
    let kind = packet.byte()
    if kind == 1 {
      var version = Packet(2)
      version.append(3 as UInt32)
      for name in hasExtensions ? ["limits@openssh.com", "statvfs@openssh.com"] : [] {
        version.append(name)
        version.append("2")
      }
      return version
    }
    let id = packet.number()
    requestCount += 1
    let isRefused = refusal > 0 && kind != 4 && requestCount % refusal == 0
    return isRefused
      ? Packet(status: requestCount % 2 == 0 ? EACCES : EIO, id) : reply(kind, &packet, id)
  }

  private mutating func reply(_ kind: UInt8, _ packet: inout Packet, _ id: UInt32) -> Packet {
    let text = packet.string()
    let path = path(text)
    func done(_ result: Int32) -> Packet { Packet(status: result == 0 ? 0 : errno, id) }
    var status = stat()
    switch kind {
    case 3:
      let creates = packet.number() & 8 != 0
      let file = Glibc.open(
        path, (creates ? O_WRONLY | O_CREAT | O_EXCL : O_RDONLY) | O_CLOEXEC, 0o600)
      return file < 0 ? done(-1) : opened(Opened(file), id)
    case 4: return Packet(status: handles.removeValue(forKey: text) == nil ? EIO : 0, id)
    case 5:
      let (offset, count) = (packet.longNumber(), Int(packet.number()))
      guard let file = handles[text] else { return Packet(status: EIO, id) }
      var bytes = [UInt8](repeating: 0, count: min(count, 255 << 10))
      let read = pread(file.descriptor, &bytes, bytes.count, Int(clamping: offset))
      return read > 0 ? Packet(103, id, Array(bytes.prefix(read))) : Packet(endOfFile: id)
    case 7: return lstat(path, &status) == 0 ? Packet(105, id, status) : done(-1)
    case 8:
      guard let file = handles[text] else { return Packet(status: EIO, id) }
      return fstat(file.descriptor, &status) == 0 ? Packet(105, id, status) : done(-1)
    case 11:
      let file = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      return file < 0 ? done(-1) : opened(Opened(file, names: names(path)), id)
    case 12: return list(text, id)
    case 13: return done(unlink(path))
    case 14: return done(mkdir(path, 0o700))
    case 16: return resolved(text, path, id)
    case 17: return stat(path, &status) == 0 ? Packet(105, id, status) : done(-1)
    case 18:
      let new = self.path(packet.string())
      return overwrites ? done(rename(path, new)) : done(link(path, new) == 0 ? unlink(path) : -1)
    case 200 where hasExtensions: return extended(text, id)
    default: return Packet(status: ENOTSUP, id)
    }
  }

  /// The path here; one that leads nowhere for what is outside of the home folder.
  private func path(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("/") else { return text == "." ? folder : "\(folder)/\(text)" }
    return text == Self.home || text.hasPrefix("\(Self.home)/")
      ? folder + text.dropFirst(Self.home.count) : "/nowhere"
  }

  private mutating func opened(_ file: Opened, _ id: UInt32) -> Packet {
    lastHandle += 1
    var handle: [UInt8] = []
    withUnsafeBytes(of: lastHandle.bigEndian) { handle += $0 }
    handles[handle] = file
    return Packet(102, id, handle)
  }

  /// In an order of its own, which no name tells.
  private func names(_ path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted { $0.utf8.reversed().lexicographicallyPrecedes($1.utf8.reversed()) }
  }

  private func list(_ handle: [UInt8], _ id: UInt32) -> Packet {
    guard let folder = handles[handle] else { return Packet(status: EIO, id) }
    let names = folder.names.prefix(100)
    guard !names.isEmpty else { return Packet(endOfFile: id) }
    folder.names.removeFirst(names.count)
    var packet = Packet(104, id)
    packet.append(UInt32(names.count))
    for name in names {
      var status = stat()
      fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW)
      packet.append(name)
      packet.append(name)
      packet.append(status)
    }
    return packet
  }

  private func resolved(_ text: [UInt8], _ path: String, _ id: UInt32) -> Packet {
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    guard path == folder || access("/\(parent)", F_OK) == 0 else {
      return Packet(status: ENOENT, id)
    }
    var packet = Packet(104, id)
    packet.append(1 as UInt32)
    packet.append(Self.home + path.dropFirst(folder.count))
    packet.append("")
    packet.append(stat())
    return packet
  }

  private func extended(_ name: [UInt8], _ id: UInt32) -> Packet {
    var packet = Packet(201, id)
    let numbers: [UInt64] =
      switch String(decoding: name, as: UTF8.self) {
      case "limits@openssh.com": [256 << 10, 255 << 10, 255 << 10, 1_000]
      case "statvfs@openssh.com": [4_096, 4_096, 1 << 20, 1 << 19, 1 << 19, 0, 0, 0, 7, 0, 255]
      default: []
      }
    guard !numbers.isEmpty else { return Packet(status: ENOTSUP, id) }
    for number in numbers { packet.append(number) }
    return packet
  }
}
