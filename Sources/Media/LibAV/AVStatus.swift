import CLibAV
import Glibc
import MediaCore
import Models

/// libav's return codes, whose macros Swift does not import, and their meaning to a user.
enum AVStatus {
  /// `AVERROR_EOF`
  static let endOfFile: Int32 = -0x2046_4F45
  /// `AVERROR_EXIT`: an interrupt callback requested to stop.
  static let exit: Int32 = -0x5449_5845
  /// `AVERROR(EAGAIN)`: a decoder needs input before it produces output.
  static let again: Int32 = -EAGAIN
  /// `AV_NOPTS_VALUE`
  static let noTimestamp = Int64.min

  /// Why the token stopped the work; `nil` if it did not.
  static func interruption(of token: CancellationToken) -> MediaError? {
    if token.isCancelled { return .cancelled }
    return token.isPastDeadline ? .timedOut : nil
  }

  /// Translates a failure.
  ///
  /// - Parameters:
  ///   - code: A negative return code.
  ///   - token: The token of the failed work.
  /// - Returns: `.cancelled` or `.timedOut` if the token stopped the work, otherwise the meaning of
  ///   the code; invalid data is `.damaged`.
  static func error(_ code: Int32, _ token: CancellationToken) -> MediaError {
    if let interruption = interruption(of: token) { return interruption }
    switch code {
    case -ENOMEM: return .tooLarge
    case -ENOENT: return .notFound
    case -EACCES: return .noPermission
    default: return .damaged
    }
  }
}
