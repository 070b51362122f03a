import FeedCore
import Models

/// What may be sent with a request so that the same page is not sent again.
struct WebValidators: Hashable, Sendable {
  var tag: String?
  var date: String?

  var isEmpty: Bool { tag == nil && date == nil }
}

/// The beginning of a server's answer.
struct WebHead: Hashable, Sendable {
  var status: Int
  /// The media type with its parameters.
  var type: String?
  var location: String?
  /// Bytes of the body as they are sent.
  var length: Int?
  var validators: WebValidators

  /// The encoding the media type names.
  var charset: String? {
    guard let type = type?.lowercased(), let found = type.firstRange(of: "charset=") else {
      return nil
    }
    let name = type[found.upperBound...].prefix { $0 != ";" }
      .filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
    return name.isEmpty ? nil : String(name)
  }
}

/// A server's answer of status 200 or 304.
struct WebAnswer: Hashable, Sendable {
  var head: WebHead
  /// Where it came from in the end.
  var address: RemoteAddress
  /// Whether that server is one of the public web.
  var isPublic: Bool
  /// What it is.
  var content: WebContent
  /// All of it; of clips and pictures, only what was needed to know them.
  var body: [UInt8]
}
