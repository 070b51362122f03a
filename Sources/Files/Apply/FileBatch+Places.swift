import Models

extension FileBatch {
  /// Whether all of its files come from some places, and each path here still leads where it did when it was
  /// planned: no link has been put in its way since.
  ///
  /// - Parameters:
  ///   - folders: Canonical paths, of folders or of files.
  ///   - machines: Addresses on other machines. All files there count: an address may start at the home folder
  ///     or lead through links, and only the machine knows where.
  package func isOnly(in folders: [FilePath], machines: [RemoteAddress] = []) -> Bool {
    let folders = folders.map(\.components)
    let machines = Set(machines.map(\.machine))
    return steps.allSatisfy { step in
      let paths = [step.source, step.target].compactMap(\.self)
      if let machine = step.machine {
        return machines.contains(machine) && paths.allSatisfy(\.isPlain)
      }
      return paths.allSatisfy { $0.isPlain && $0.isReachedDirectly }
        && folders.contains { step.source.components.starts(with: $0) }
    }
  }
}
