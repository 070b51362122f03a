import Models

/// A server's reply to a request (draft-ietf-secsh-filexfer-02, 7).
enum SFTPReply: Hashable, Sendable {
  case status(SFTPStatus)
  case handle([UInt8])
  case data(ArraySlice<UInt8>)
  case name([SFTPName])
  case attrs(SFTPAttributes)
  /// The fields that the request's own description gives.
  case extended(ArraySlice<UInt8>)
}

/// How a request ended.
struct SFTPStatus: Hashable, Sendable {
  /// The codes of version 3.
  enum Code: UInt32, Sendable {
    case ok
    case endOfFile
    case noSuchFile
    case permissionDenied
    case failure
    case badMessage
    case noConnection
    case connectionLost
    case unsupported
  }

  /// An unknown code is a failure.
  var code: Code
  /// In the server's words.
  var message = CleanText("")
}

/// A name in a folder.
struct SFTPName: Hashable, Sendable {
  var name: [UInt8]
  var attributes: SFTPAttributes
}

/// A packet from a server.
enum SFTPPacket: Hashable, Sendable {
  /// The reply to INIT: the version, and the names of the extensions with their versions.
  case version(UInt32, extensions: [[UInt8]: [UInt8]])
  case reply(id: UInt32, SFTPReply)

  /// The longest handle that the protocol allows, in bytes.
  private static let longestHandle = 256
  private static let longestMessage = 300

  /// Decodes a packet without its length. What follows the known fields is ignored.
  ///
  /// - Throws: `.malformed`
  init(_ packet: ArraySlice<UInt8>) throws(SFTPError) {
    var fields = SFTPFields(packet)
    let type = try fields.byte()
    let number = try fields.number()
    switch type {
    case 2:
      var extensions: [[UInt8]: [UInt8]] = [:]
      while !fields.rest.isEmpty {
        let name = Array(try fields.string())
        extensions[name] = Array(try fields.string())
      }
      self = .version(number, extensions: extensions)
    case 101:
      let code = try fields.number()
      // Old servers send no message.
      let message = fields.rest.isEmpty ? [] : try fields.string()
      self = .reply(
        id: number,
        .status(
          SFTPStatus(
            code: .init(rawValue: code) ?? .failure,
            message: CleanText(bytes: message, limit: Self.longestMessage))))
    case 102:
      let handle = try fields.string()
      guard handle.count <= Self.longestHandle else { throw .malformed("a handle's length") }
      self = .reply(id: number, .handle(Array(handle)))
    case 103: self = .reply(id: number, .data(try fields.string()))
    case 104:
      var names: [SFTPName] = []
      for _ in 0..<(try fields.number()) {
        let name = Array(try fields.string())
        // For display, as by `ls -l`.
        _ = try fields.string()
        names.append(SFTPName(name: name, attributes: try SFTPAttributes(&fields)))
      }
      self = .reply(id: number, .name(names))
    case 105: self = .reply(id: number, .attrs(try SFTPAttributes(&fields)))
    case 201: self = .reply(id: number, .extended(fields.rest))
    default: throw .malformed("a packet's type")
    }
  }
}
