/// Why the program ends without having done what it was asked to do.
struct Failure: Error {
  /// Further messages, each on a line of its own.
  let messages: [String]
  let status: Int32

  init(_ message: String? = nil, then messages: [String] = [], status: Int32) {
    self.messages = [message].compactMap(\.self) + messages
    self.status = status
  }

  /// Calls a function whose error ends the program with a given status.
  static func with<Result>(
    _ status: Int32, _ body: () throws -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure("\(error)", status: status)
    }
  }
}
