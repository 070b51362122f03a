import Models

extension WebError {
  /// The server does not know the request: `statvfs@openssh.com`, for which it has not been sent.
  package static let unsupported = WebError.refused(
    .localized("the server does not support this."))

  /// The error for a request that failed.
  init(_ status: SFTPStatus) {
    self =
      switch status.code {
      case .noSuchFile: .notFound
      case .permissionDenied: .noPermission
      case .noConnection, .connectionLost: .brokenOff
      case .ok, .endOfFile, .badMessage: .nonsense
      case .unsupported: .unreachable(.localized("the server does not support this."))
      case .failure:
        .unreachable(
          status.message.isEmpty
            ? .localized("the server cannot read it.")
            : .localized("the server says: %s", status.message))
      }
  }

  /// The error for a request that the server has answered, and has not carried out: `.notFound`,
  /// `.noPermission` or `.refused`.
  init(answer status: SFTPStatus) {
    self =
      switch status.code {
      case .noSuchFile, .permissionDenied, .noConnection, .connectionLost: WebError(status)
      case .unsupported: .unsupported
      case .ok, .endOfFile, .badMessage, .failure:
        .refused(
          .localized(
            "the server says: %s", status.message.isEmpty ? CleanText("failure") : status.message))
      }
  }

  /// The error for a session that ended.
  init(_ error: SFTPError) {
    self =
      switch error {
      case .malformed: .nonsense
      case .banner(let line):
        .unreachable(.localized("a shell there prints text before SFTP begins: %s", line))
      case .version(let version):
        .unreachable(.localized("the server speaks version %s of SFTP, not 3.", Int(version)))
      case .ended: .brokenOff
      }
  }
}
