import Platform

/// A configuration file as read: names and values, not yet interpreted.
package struct SettingDocument: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var name: String
    package var value: SettingInput
    /// Counted from 1; `nil` if it was not found.
    package var line: Int?
  }

  /// The file's name in messages.
  package var path: String
  /// Entries outside tables, and unknown tables, in the order of the file.
  package var entries: [Entry] = []
  /// The entries of the table of keys.
  package var keys: [Entry] = []
}

extension SettingLayer {
  /// The table of keys in a file, and the command-line option for one of its lines.
  package static let keyTable = "keys"
  package static let keyOption = "key"

  package init(_ document: SettingDocument) {
    func origin(_ entry: SettingDocument.Entry) -> SettingOrigin {
      .file(document.path, entry.line.map { TextPosition(line: $0) })
    }
    for entry in document.entries {
      guard let (setting, isOpposite) = Self.find(entry.name) else {
        problems.append(Self.unknown(entry.name, at: origin(entry)))
        continue
      }
      // As an empty variable.
      if setting.standardValue == nil, entry.value == .text("") { continue }
      do {
        let value = try setting.value(of: entry.value)
        note(isOpposite ? value.negated : value, for: setting, as: entry.name, at: origin(entry))
      } catch {
        problems.append(SettingProblem(origin(entry), "`\(entry.name)` \(error)"))
      }
    }
    for entry in document.keys {
      guard let keys = Self.names(entry.value) else {
        problems.append(
          SettingProblem(
            origin(entry),
            localized(
              "`%1$s` takes a key such as \"n\", or a list of keys, not %2$s", entry.name,
              entry.value.words)
          ))
        continue
      }
      self.keys.append(
        KeyEntry(
          action: entry.name, origin: origin(entry),
          keys: keys.map { KeyEntry.Key(name: $0, origin: origin(entry)) }))
    }
    checkRivals()
  }

  private static func names(_ value: SettingInput) -> [String]? {
    switch value {
    case .text(let name): return [name]
    // Digit keys are easily written as numbers.
    case .integer(let digit) where (0...9).contains(digit): return ["\(digit)"]
    case .list(let inputs):
      let names = inputs.compactMap { Self.names($0)?.first }
      return names.count == inputs.count ? names : nil
    default: return nil
    }
  }

  /// A newer version may know the name, so it does not prevent a start.
  private static func unknown(_ name: String, at origin: SettingOrigin) -> SettingProblem {
    let words =
      switch name {
      case keyOption: localized("keys belong in a table: [%s]", keyTable)
      case "config", "help", "version":
        localized("`%s` works only on the command line", name)
      default:
        if let nearest = NearestName.of(name, among: Setting.all.map(\.name) + [keyTable]) {
          localized("unknown option `%1$s`: did you mean `%2$s`?", name, nearest)
        } else {
          localized("unknown option `%s`", name)
        }
      }
    return SettingProblem(origin, words, isError: false)
  }
}
