import Models

extension WebError {
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
