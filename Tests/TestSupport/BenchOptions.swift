/// What `bench` is asked to measure.
package struct BenchOptions: Hashable, Sendable {
  /// The name of a group, or a part of the names of some; empty for all.
  package private(set) var filter = ""
  /// The file that the figures are written to, too.
  package private(set) var json: String?
  /// A folder of natural clips.
  package private(set) var clips: String?
  /// The commit that is measured beside this build.
  package private(set) var commit: String?
  /// How often both are measured then.
  package private(set) var rounds = 5

  /// - Returns: `nil` where an argument is not known or has no value.
  package init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--filter": filter = value
      case "--json": json = value
      case "--clips": clips = value
      case "--against": commit = value
      case "--rounds":
        guard let count = Int(value), count > 0 else { return nil }
        rounds = count
      default: return nil
      }
    }
  }

  /// The group of just that name, or else those whose names contain the filter.
  package func groups(of names: [String]) -> [String] {
    names.contains(filter) ? [filter] : names.filter { filter.isEmpty || $0.contains(filter) }
  }

  /// The groups that a usage message lists, in quotation marks on its line of names.
  package static func names(inUsage lines: [Substring]) -> [String] {
    let list = lines.last { $0.hasPrefix("names: ") } ?? ""
    let parts = list.split(separator: "\"", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
  }
}
