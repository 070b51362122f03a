/// The folder of the project, with its documents and scripts.
package enum ProjectFolder {
  /// Its path.
  package static let path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")
}
