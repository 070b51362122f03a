import Glibc

/// A packet of SFTP without its length.
struct Packet {
  private(set) var bytes: [UInt8] = []
  /// How much has been read.
  private var position = 0

  init(_ kind: UInt8) { bytes = [kind] }

  /// A reply.
  init(_ kind: UInt8, _ id: UInt32) {
    bytes = [kind]
    append(id)
  }

  init(_ kind: UInt8, _ id: UInt32, _ string: [UInt8]) {
    self.init(kind, id)
    append(string)
  }

  init(_ kind: UInt8, _ id: UInt32, _ status: stat) {
    self.init(kind, id)
    append(status)
  }

  /// How a request has ended.
  init(status number: Int32, _ id: UInt32) {
    let code: UInt32 =
      switch number {
      case 0: 0
      case ENOENT, ENOTDIR: 2
      case EACCES, EPERM: 3
      case ENOTSUP: 8
      default: 4
      }
    self.init(code: code, String(cString: strerror(number)), id)
  }

  init(endOfFile id: UInt32) { self.init(code: 1, "End of file", id) }

  private init(code: UInt32, _ words: String, _ id: UInt32) {
    self.init(101, id)
    append(code)
    append(words)
    append("")
  }

  /// Takes the first packet of a stream; `nil` if it has not come as a whole.
  init?(from stream: inout [UInt8]) {
    var head = Packet(0)
    head.bytes = Array(stream.prefix(4))
    let length = Int(head.number())
    guard head.bytes.count == 4, stream.count >= 4 + length else { return nil }
    bytes = Array(stream[4..<4 + length])
    stream.removeFirst(4 + length)
  }

  /// With its length.
  var framed: [UInt8] {
    var frame = Packet(0)
    frame.bytes = []
    frame.append(bytes)
    return frame.bytes
  }

  // What is missing is 0.

  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return position < bytes.count ? bytes[position] : 0
  }

  mutating func number() -> UInt32 { (0..<4).reduce(0) { value, _ in value << 8 | UInt32(byte()) } }

  mutating func longNumber() -> UInt64 { UInt64(number()) << 32 | UInt64(number()) }

  mutating func string() -> [UInt8] {
    let count = Int(number())
    defer { position += count }
    return Array(bytes.dropFirst(position).prefix(count))
  }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  mutating func append(_ string: [UInt8]) {
    append(UInt32(string.count))
    bytes += string
  }

  mutating func append(_ string: some StringProtocol) { append(Array(string.utf8)) }

  /// Attributes: size, owner, permissions and times.
  mutating func append(_ status: stat) {
    append(0xF as UInt32)
    append(UInt64(status.st_size))
    append(1_000 as UInt32)
    append(1_000 as UInt32)
    append(status.st_mode)
    append(UInt32(clamping: status.st_mtim.tv_sec))
    append(UInt32(clamping: status.st_mtim.tv_sec))
  }
}
