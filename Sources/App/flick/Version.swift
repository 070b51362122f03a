import Platform

enum Version {
  /// The release that the changes since the last one go into, or this one (docs/releasing.md).
  static let current = "0.3.0"

  /// With the commit, in programs that `make build` made from a known one.
  static var text: String {
    PackageMetadata.commit.map { "\(current) (commit \($0))" } ?? current
  }
}
