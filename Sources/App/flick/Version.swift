import Platform

enum Version {
  /// The release that the changes since the last one go into, or this one (docs/releasing.md).
  static let current = "0.3.0"

  /// The day of the newest release in CHANGELOG.md, which the manual page bears; a test compares.
  static let date = "November 29, 2026"

  /// With the commit, in programs that `make build` made from a known one.
  static var text: String {
    PackageMetadata.commit.map { "\(current) (commit \($0))" } ?? current
  }
}
