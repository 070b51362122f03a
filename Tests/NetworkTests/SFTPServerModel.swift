import Models
import TestSupport

@testable import Network

/// A small server without a clock: requests in, replies out, in an order and length of its choice.
struct SFTPServerModel {
  var files: [[UInt8]: [UInt8]] = [:]
  /// The names in each folder, and their attributes.
  var folders: [[UInt8]: [SFTPName]] = [:]
  /// The most bytes in a reply with data.
  var longestRead = Int.max
  /// Extensions of its VERSION, and what it answers to `limits@openssh.com`.
  var readLimit: UInt64?
  /// What attributes claim, in place of a file's size.
  var claimedSize: Int64?
  /// Names in a reply.
  var namesPerReply = 3
  /// Requests so far, without INIT.
  private(set) var requests: [SFTPRequest] = []
  /// Replies that have not been sent.
  private(set) var replies: [[UInt8]] = []
  private(set) var openHandles: Set<[UInt8]> = []
  private var handles: [[UInt8]: [UInt8]] = [:]
  private var places: [[UInt8]: Int] = [:]

  /// Takes what a client sends, in whole packets.
  mutating func take(_ bytes: [UInt8]) throws {
    var fields = SFTPFields(bytes[...])
    while !fields.rest.isEmpty {
      let packet = try fields.string()
      if packet.first == 1 {
        var body: [UInt8] = [2]
        body.appendField(SFTPRequest.version)
        if readLimit != nil {
          body.appendField("limits@openssh.com".utf8)
          body.appendField("1".utf8)
        }
        replies.append(framed(body))
      } else {
        let (id, request) = try SFTPRequest.decoded(packet)
        requests.append(request)
        replies.append(reply(to: request).packet(id: id))
      }
    }
  }

  /// Takes the replies that are ready, in random order if there is a generator.
  mutating func send(shuffledBy generator: inout SeededGenerator, most: Int = .max) -> [UInt8] {
    replies.shuffle(using: &generator)
    return send(most: most)
  }

  mutating func send(most: Int = .max) -> [UInt8] {
    defer { replies.removeFirst(min(most, replies.count)) }
    return replies.prefix(most).reduce(into: []) { $0 += $1 }
  }

  private mutating func reply(to request: SFTPRequest) -> SFTPReply {
    switch request {
    case .open(let path):
      return files[path] == nil ? .status(SFTPStatus(code: .noSuchFile)) : opened(path)
    case .opendir(let path):
      return folders[path] == nil ? .status(SFTPStatus(code: .noSuchFile)) : opened(path)
    case .close(let handle):
      return .status(SFTPStatus(code: openHandles.remove(handle) == nil ? .failure : .ok))
    case .fstat(let handle), .stat(let handle):
      guard let file = files[handles[handle] ?? handle] else {
        return .status(SFTPStatus(code: .noSuchFile))
      }
      return .attrs(
        SFTPAttributes(
          size: claimedSize ?? Int64(file.count), mode: 0o100644, modified: 1_700_000_000))
    case .read(let handle, let offset, let count):
      guard let file = handles[handle].flatMap({ files[$0] }) else {
        return .status(SFTPStatus(code: .failure))
      }
      guard offset < file.count else { return .status(SFTPStatus(code: .endOfFile)) }
      return .data(file[Int(offset)...].prefix(min(Int(count), longestRead)))
    case .readdir(let handle):
      guard openHandles.contains(handle), let names = handles[handle].flatMap({ folders[$0] })
      else { return .status(SFTPStatus(code: .failure)) }
      let place = places[handle, default: 0]
      guard place < names.count else { return .status(SFTPStatus(code: .endOfFile)) }
      places[handle] = place + namesPerReply
      return .name(Array(names[place...].prefix(namesPerReply)))
    case .limits:
      var body: [UInt8] = []
      for number in [256 << 10, readLimit ?? 0, 0, 0] { body.appendField(number) }
      return .extended(body[...])
    default: return .status(SFTPStatus(code: .unsupported))
    }
  }

  private mutating func opened(_ path: [UInt8]) -> SFTPReply {
    var handle: [UInt8] = []
    handle.appendField(UInt32(handles.count))
    handles[handle] = path
    openHandles.insert(handle)
    return .handle(handle)
  }
}

/// A packet with its length.
func framed(_ body: [UInt8]) -> [UInt8] {
  var packet: [UInt8] = []
  packet.appendField(body)
  return packet
}

func version(_ number: UInt32 = 3) -> [UInt8] {
  var body: [UInt8] = [2]
  body.appendField(number)
  return framed(body)
}

extension SFTPReply {
  /// As a server encodes it.
  func packet(id: UInt32) -> [UInt8] {
    var body: [UInt8]
    switch self {
    case .status: body = [101]
    case .handle: body = [102]
    case .data: body = [103]
    case .name: body = [104]
    case .attrs: body = [105]
    case .extended: body = [201]
    }
    body.appendField(id)
    switch self {
    case .status(let status):
      body.appendField(status.code.rawValue)
      body.appendField(status.message.string.utf8)
      body.appendField("en".utf8)
    case .handle(let handle): body.appendField(handle)
    case .data(let data): body.appendField(data)
    case .name(let names):
      body.appendField(UInt32(names.count))
      for name in names {
        body.appendField(name.name)
        body.appendField("-rw-r--r--".utf8)
        body += name.attributes.encoded
      }
    case .attrs(let attributes): body += attributes.encoded
    case .extended(let bytes): body += bytes
    }
    return framed(body)
  }
}

extension SFTPAttributes {
  fileprivate var encoded: [UInt8] {
    var bytes: [UInt8] = []
    // All fields that there are, those that are not used here included.
    var flags: UInt32 = 2 | 0x8000_0000
    if size != nil { flags |= 1 }
    if mode != nil { flags |= 4 }
    if modified != nil { flags |= 8 }
    bytes.appendField(flags)
    if let size { bytes.appendField(UInt64(size)) }
    bytes.appendField(UInt64(1_000) << 32 | 1_000)
    if let mode { bytes.appendField(mode) }
    if let modified {
      bytes.appendField(1 as UInt32)
      bytes.appendField(UInt32(modified))
    }
    bytes.appendField(1 as UInt32)
    bytes.appendField("a@b".utf8)
    bytes.appendField("c".utf8)
    return bytes
  }
}

extension SFTPRequest {
  /// Decodes a request without its length, as a server does.
  static func decoded(_ packet: ArraySlice<UInt8>) throws -> (id: UInt32, SFTPRequest) {
    var fields = SFTPFields(packet)
    let type = try fields.byte()
    let id = try fields.number()
    let text = Array(try fields.string())
    switch type {
    case 3:
      let flags = try fields.number()
      guard flags == 1 || flags == 0x2A, try fields.number() == 0 else { throw SFTPError.ended }
      return (id, flags == 1 ? .open(text) : .create(text))
    case 4: return (id, .close(handle: text))
    case 5:
      return (
        id, .read(handle: text, offset: try fields.longNumber(), count: try fields.number())
      )
    case 7: return (id, .lstat(text))
    case 8: return (id, .fstat(handle: text))
    case 11: return (id, .opendir(text))
    case 12: return (id, .readdir(handle: text))
    case 13: return (id, .remove(text))
    case 14:
      guard try fields.number() == 4, try fields.number() == 0o700 else { throw SFTPError.ended }
      return (id, .mkdir(text))
    case 16: return (id, .realpath(text))
    case 17: return (id, .stat(text))
    case 18: return (id, .rename(text, to: Array(try fields.string())))
    case 19: return (id, .readlink(text))
    case 200 where text == Array("limits@openssh.com".utf8): return (id, .limits)
    case 200 where text == Array("statvfs@openssh.com".utf8):
      return (id, .statvfs(Array(try fields.string())))
    default: throw SFTPError.malformed("a packet's type")
    }
  }
}
