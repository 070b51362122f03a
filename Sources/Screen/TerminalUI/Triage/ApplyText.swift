import Models
import Platform

/// What an apply does, for a person to read.
package struct ApplyText {
  private let steps: [FileStep]
  private let kept: Int
  private let rejected: Int
  private let formats: LocalFormats

  /// `kept` and `rejected` are numbers of clips.
  package init(_ steps: [FileStep], kept: Int, rejected: Int, formats: LocalFormats) {
    self.steps = steps
    self.kept = kept
    self.rejected = rejected
    self.formats = formats
  }

  /// Each file, its name first, and from where to where it goes.
  var names: [(name: CleanText, way: CleanText)] {
    steps.map { step in
      let folder = "\(step.shown(step.source.parent))"
      let way = step.target.map { "\(folder)  →  \(step.shown($0.parent))" } ?? folder
      let name = String(decoding: step.source.lastComponent, as: UTF8.self)
      return (CleanText("\(step.kind.words)  \(name)"), CleanText(way))
    }
  }

  /// Each file, and where it goes.
  package var files: [CleanText] {
    steps.map { step in
      let words = "\(step.kind.words)  \(step.shown(step.source))"
      return CleanText(step.target.map { "\(words)  →  \(step.shown($0.parent))" } ?? words)
    }
  }

  /// How much there is to do, by kind.
  package var totals: [CleanText] {
    guard !steps.isEmpty else {
      return [
        .localized(
          "nothing to do: %1$s kept, %2$s rejected", formats.count(kept), formats.count(rejected))
      ]
    }
    let isKept = kept > 0 && !steps.contains { [.move, .copy, .link].contains($0.kind) }
    let stay = localizedPlural(
      kept, "%s kept clip stays", "%s kept clips stay", formats.count(kept))
    return kinds + (isKept ? [CleanText(stay)] : [])
  }

  /// How many files there are, by what happened to them.
  package static func summary(_ files: [FileStep.Kind: Int]) -> CleanText {
    let words = FileStep.Kind.allCases.compactMap { kind in
      files[kind].map {
        "\(kind.words) \(localizedPlural($0, "%s file", "%s files", $0))"
      }
    }
    return CleanText(words.joined(separator: ", "))
  }

  private var kinds: [CleanText] {
    FileStep.Kind.allCases.compactMap { kind in
      let steps = steps.filter { $0.kind == kind }
      guard !steps.isEmpty else { return nil }
      let clips = Set(steps.map(\.clip)).count
      return .localized(
        "%1$s: %2$s, %3$s, %4$s", kind.words,
        localizedPlural(clips, "%s clip", "%s clips", clips),
        localizedPlural(steps.count, "%s file", "%s files", steps.count),
        formats.bytes(steps.reduce(0) { $0.adding(saturating: $1.version.size) }))
    }
  }
}

extension FileStep {
  /// A path of the step as it is typed.
  fileprivate func shown(_ path: FilePath) -> FilePath { machine?.typed(path) ?? path }
}

extension FileStep.Kind {
  fileprivate var words: String {
    switch self {
    case .move: localized("move")
    case .copy: localized("copy")
    case .link: localized("link")
    case .trash: localized("trash")
    case .delete: localized("delete")
    }
  }
}
