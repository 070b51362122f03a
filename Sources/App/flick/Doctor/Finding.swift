import Models

/// A result of `flick doctor`.
struct Finding: Hashable {
  /// What it means for the user.
  enum Mark: String {
    /// No problem.
    case fine = "ok"
    /// Good to know; nothing to fix.
    case note = "note"
    /// Something is worse than it could be.
    case warning = "warn"
    /// Flick cannot play because of it.
    case fault = "FAIL"
  }

  let mark: Mark
  let text: CleanText
  /// How to fix it, most promising first; whole sentences and commands.
  var fixes: [CleanText] = []

  static func fine(_ text: CleanText) -> Finding { Finding(mark: .fine, text: text) }
  static func note(_ text: CleanText, fix: CleanText...) -> Finding {
    Finding(mark: .note, text: text, fixes: fix)
  }
  static func warning(_ text: CleanText, fix: CleanText...) -> Finding {
    Finding(mark: .warning, text: text, fixes: fix)
  }
  static func fault(_ text: CleanText, fix: CleanText...) -> Finding {
    Finding(mark: .fault, text: text, fixes: fix)
  }
}

/// The results about one subject.
struct DoctorCheck {
  let title: String
  let findings: [Finding]

  /// Whether nothing prevents playback.
  var canPlay: Bool { !findings.contains { $0.mark == .fault } }

  /// The results as text, at most this many columns wide.
  func text(columns: Int) -> String {
    let lines = findings.flatMap { finding in
      let words = finding.text.string.wrapped(columns: columns - Self.indent)
      let mark = finding.mark.rawValue
      let first = "  \(mark)" + String(repeating: " ", count: Self.indent - 2 - mark.count)
      let fixes = finding.fixes.flatMap {
        "-> \($0)".wrapped(columns: columns - Self.indent, hanging: 3)
      }
      return (words + fixes).enumerated().map { index, line in
        (index == 0 ? first : String(repeating: " ", count: Self.indent)) + line
      }
    }
    return ([title] + lines).joined(separator: "\n") + "\n"
  }

  /// Where the text begins, in columns.
  private static let indent = 8
}
