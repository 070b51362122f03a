import Models
import Network

extension MediaError {
  /// Why a server does not send a file.
  init(_ error: WebError) {
    self =
      switch error {
      case .notFound: .notFound
      case .noPermission, .loginNeeded: .noPermission
      case .status(let status): .unreachable(.localized("it returned status %s.", status))
      case .refused(let what): .refused(what)
      case .unreachable(let why): .unreachable(why)
      case .loginRefused(let why): .loginRefused(why)
      case .interrupted: .cancelled
      case .nonsense: .unreachable(.localized("its response is invalid."))
      case .brokenOff: .unreachable(.localized("the connection was lost."))
      case .stalled, .timedOut: .timedOut
      }
  }

  /// Whether a retry may help.
  var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut: true
    default: false
    }
  }
}
