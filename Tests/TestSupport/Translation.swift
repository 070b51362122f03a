import Glibc

/// A translation of the program's messages, read from its gettext file.
package struct Translation: Sendable {
  /// A message and its translation.
  package struct Entry: Hashable, Sendable {
    package var english: String
    /// The English text for any number but one; `nil` for a message without a number.
    package var plural: String?
    /// One text, or one for each plural form of the language; empty where it is not translated.
    package var texts: [String]
    package var isFuzzy: Bool
  }

  /// Its messages, without the header.
  package var entries: [Entry] = []
  /// The text of the header.
  package var header = ""

  /// Reads a file of the folder `po`.
  package init(_ name: String) {
    let lines = String(decoding: Command.contents(of: Self.path(name)), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var flags = ""
    var fields: [(key: String, text: String)] = []
    for line in lines + [""] {
      if line.hasPrefix("#,") {
        flags += line
      } else if line.hasPrefix("#") {
        continue
      } else if line.hasPrefix("\""), !fields.isEmpty {
        fields[fields.count - 1].text += Self.unquoted(line)
      } else if let space = line.firstIndex(of: " ") {
        fields.append((String(line[..<space]), Self.unquoted(line[line.index(after: space)...])))
      } else if !fields.isEmpty {
        add(fields, isFuzzy: flags.contains("fuzzy"))
        (fields, flags) = ([], "")
      }
    }
  }

  /// The path of a file in the folder `po`.
  package static func path(_ name: String) -> String {
    "\(ProjectFolder.path)/po/\(name)"
  }

  private mutating func add(_ fields: [(key: String, text: String)], isFuzzy: Bool) {
    let english = fields.first { $0.key == "msgid" }?.text ?? ""
    let texts = fields.filter { $0.key.hasPrefix("msgstr") }.map(\.text)
    if english.isEmpty {
      header = texts.first ?? ""
    } else {
      entries.append(
        Entry(
          english: english, plural: fields.first { $0.key == "msgid_plural" }?.text, texts: texts,
          isFuzzy: isFuzzy))
    }
  }

  private static func unquoted(_ text: Substring) -> String {
    var unquoted = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if isEscaped {
        unquoted.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        unquoted.append(character)
      }
    }
    return unquoted
  }

  /// The translated texts by the English one.
  package var texts: [String: [String]] {
    Dictionary(
      entries.filter { !$0.texts.contains("") }.map { ($0.english, $0.texts) },
      uniquingKeysWith: { first, _ in first })
  }
}
