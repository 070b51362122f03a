import Models

/// The meaning of a response head (RFC 9110).
enum ResponseHead {
  case moved(String)
  /// The requested content, in the body that follows.
  case found(WebResponse)
  /// Nothing to send: the requested range begins past the end.
  case nothing(WebResponse)

  /// Longer fields are dropped, in bytes.
  private static let largestField = 1_024

  /// - Parameter transfer: The transfer that received it.
  /// - Throws: Why the response is invalid.
  init(of transfer: CurlTransfer) throws(WebError) {
    let request = transfer.request
    let status = transfer.status
    if [301, 302, 303, 307, 308].contains(status), let location = transfer.field("location") {
      self = .moved(location)
      return
    }
    var response = WebResponse(address: transfer.address, isPublic: transfer.isPublic)
    response.type = transfer.field("content-type")
    response.validators = WebValidators(
      tag: transfer.field("etag").flatMap(Self.kept),
      date: transfer.field("last-modified").flatMap(Self.kept))
    response.sendsParts = transfer.field("accept-ranges").map { $0.lowercased() == "bytes" }
    switch status {
    case 200:
      response.count = transfer.contentLength
      response.total = response.count
      if request.part != nil { response.sendsParts = false }
    case 206:
      let declared = Self.contentRange(transfer)
      guard let asked = request.part, declared?.first ?? asked.first == asked.first else {
        throw .unreachable(.localized("it returned the wrong byte range."))
      }
      response.start = asked.first
      response.count = transfer.contentLength
      response.total = declared?.total
      response.sendsParts = true
    case 416 where request.part != nil:
      let first = request.part?.first ?? 0
      response.start = first
      response.count = 0
      response.total = Self.contentRange(transfer)?.total ?? first
      response.sendsParts = true
      self = .nothing(response)
      return
    case 304 where !request.validators.isEmpty: response.isUnchanged = true
    default: throw Self.error(of: status)
    }
    let coding = transfer.field("content-encoding")?.lowercased() ?? ""
    if request.isCompressible {
      if !coding.isEmpty { response.count = nil }
    } else if !["", "identity"].contains(coding) {
      throw .unreachable(.localized("it sent the file compressed."))
    }
    self = .found(response)
  }

  private static func error(of status: Int) -> WebError {
    switch status {
    case 404, 410: .notFound
    case 401, 407: .loginNeeded
    case 403, 451: .noPermission
    default: .status(status)
    }
  }

  /// A field to be sent again, if it can be.
  private static func kept(_ field: String) -> String? {
    field.utf8.count <= largestField && field.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      && !field.isEmpty ? field : nil
  }

  /// The first byte of a partial response, and the size of the whole (RFC 9110, 14.4).
  private static func contentRange(_ transfer: CurlTransfer) -> (first: Int64?, total: Int64?)? {
    guard let value = transfer.field("content-range"), value.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    let parts = value.dropFirst(6).split(separator: "/")
    guard parts.count == 2 else { return nil }
    return (parts[0].split(separator: "-").first.flatMap(number), number(parts[1]))
  }

  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}
