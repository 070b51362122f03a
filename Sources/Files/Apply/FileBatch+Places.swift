import Models

extension FileBatch {
  /// Whether all of its files come from some folders, and each path still leads where it did when it was
  /// planned: no link has been put in its way since.
  ///
  /// - Parameter folders: Canonical paths, of folders or of files.
  package func isOnly(in folders: [FilePath]) -> Bool {
    let folders = folders.map(\.components)
    return steps.allSatisfy { step in
      [step.source, step.target].compactMap(\.self).allSatisfy {
        $0.isPlain && $0.isReachedDirectly
      } && folders.contains { step.source.components.starts(with: $0) }
    }
  }
}
