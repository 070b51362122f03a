import CLibAV
import Glibc
import MediaCore
import Models

/// libav's return codes, whose macros Swift does not import, and what they mean to a user.
enum AVStatus {
  /// `AVERROR_EOF`
  static let endOfFile: Int32 = -0x2046_4F45
  /// `AVERROR_EXIT`: an interrupt callback asked to stop.
  static let exit: Int32 = -0x5449_5845
  /// `AVERROR(EAGAIN)`: a decoder wants input before it gives output.
  static let again: Int32 = -EAGAIN
  /// `AV_NOPTS_VALUE`
  static let noTimestamp = Int64.min

  /// Why work stopped that its token cancelled; `nil` if it did not.
  static func interruption(of token: CancellationToken) -> MediaError? {
    if token.isCancelled { return .cancelled }
    return token.isPastDeadline ? .timedOut : nil
  }

  /// Translates a failure.
  ///
  /// - Parameters:
  ///   - code: A negative return code.
  ///   - token: The token of the work that failed.
  /// - Returns: `.cancelled` or `.timedOut` if the token called the work off, else what the code
  ///   says; data that makes no sense is `.damaged`.
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
