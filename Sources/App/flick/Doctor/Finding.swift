import Models

/// Something `flick doctor` has found out.
struct Finding: Hashable {
  /// What it means for the user.
  enum Mark: String {
    /// All is well.
    case fine = "ok"
    /// Good to know; nothing to mend.
    case note = "note"
    /// Something is less than it could be.
    case lack = "lack"
    /// Flick cannot play because of it.
    case fault = "FAIL"
  }

  let mark: Mark
  let text: CleanText
  /// What mends it, in the order in which to try; whole sentences and commands.
  var fixes: [CleanText] = []

  /// All is well.
  static func fine(_ text: CleanText) -> Finding { Finding(mark: .fine, text: text) }
  /// Good to know.
  static func note(_ text: CleanText, fix: CleanText...) -> Finding {
    Finding(mark: .note, text: text, fixes: fix)
  }
  /// Less than it could be.
  static func lack(_ text: CleanText, fix: CleanText...) -> Finding {
    Finding(mark: .lack, text: text, fixes: fix)
  }
  /// The end of it.
  static func fault(_ text: CleanText, fix: CleanText...) -> Finding {
    Finding(mark: .fault, text: text, fixes: fix)
  }
}

/// What was found out about one thing.
struct DoctorCheck {
  let title: String
  let findings: [Finding]

  /// Whether nothing speaks against playing.
  var canPlay: Bool { !findings.contains { $0.mark == .fault } }

  /// As text, at most so many columns wide.
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

  /// Where the words begin, in columns.
  private static let indent = 8
}
