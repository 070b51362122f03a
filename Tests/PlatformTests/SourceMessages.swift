import Glibc
import TestSupport

/// The messages in the program's sources: the first arguments of calls of `localized` and similar
/// functions.
struct SourceMessages {
  struct Message: Hashable {
    var english: String
    var plural: String?
    /// The files that contain it.
    var files: [String]
  }

  /// In order of first appearance, with files sorted by name.
  private(set) var messages: [Message] = []

  private static let functions = ["localized": 1, "localizedPlural": 2, "translatable": 1]

  /// Reads all sources.
  init() throws {
    let list = try ScratchFolder()
    _ = try Command.run(
      "sh",
      ["-c", "cd \"$0\" && find Sources -name '*.swift' | LC_ALL=C sort", ProjectFolder.path],
      standardOutput: list.file("list"))
    for file in Self.text(list.file("list")).split(separator: "\n") {
      read(Self.text("\(ProjectFolder.path)/\(file)"), file: String(file))
    }
  }

  /// Reads one source.
  init(_ source: String) {
    read(source, file: "a.swift")
  }

  private static func text(_ path: String) -> String {
    String(decoding: Command.contents(of: path), as: UTF8.self)
  }

  private mutating func read(_ source: String, file: String) {
    // Comments may mention calls.
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    var rest = lines.joined(separator: "\n")[...]
    var word = ""
    while let character = rest.popFirst() {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      defer { word = "" }
      guard character == "(", let count = Self.functions[word] else { continue }
      var call = rest
      if count == 2 { Self.skipArgument(&call) }
      var texts: [String] = []
      while texts.count < count, let text = Self.literal(&call) { texts.append(text) }
      // Skips the functions themselves, and messages that are marked elsewhere.
      guard texts.count == count else { continue }
      note(texts[0], texts.count > 1 ? texts[1] : nil, file)
    }
  }

  private mutating func note(_ english: String, _ plural: String?, _ file: String) {
    guard let index = messages.firstIndex(where: { $0.english == english }) else {
      messages.append(Message(english: english, plural: plural, files: [file]))
      return
    }
    messages[index].plural = messages[index].plural ?? plural
    if messages[index].files.last != file { messages[index].files.append(file) }
  }

  /// Skips an argument that is not a literal, and the comma after it.
  private static func skipArgument(_ rest: inout Substring) {
    var depth = 0
    while let character = rest.popFirst() {
      if character == "(" || character == "[" { depth += 1 }
      if character == ")" || character == "]" { depth -= 1 }
      if depth == 0, character == "," { return }
    }
  }

  /// Reads a literal without interpolation, and skips the comma after it.
  ///
  /// - Returns: `nil` if there is something else.
  private static func literal(_ rest: inout Substring) -> String? {
    rest = rest.drop { $0 == " " || $0 == "\n" }
    let text = rest.hasPrefix("\"\"\"\n") ? block(&rest) : line(&rest)
    rest = rest.drop { $0 == " " || $0 == "\n" }
    guard let text, let next = rest.first, next == "," || next == ")" else { return nil }
    rest.removeFirst()
    return text
  }

  private static func line(_ rest: inout Substring) -> String? {
    guard rest.popFirst() == "\"" else { return nil }
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      if character == "\n" { return nil }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": text.append("\n")
      case "\"": text.append("\"")
      case "\\": text.append("\\")
      default: return nil
      }
    }
    return text
  }

  private static func block(_ rest: inout Substring) -> String? {
    rest = rest.dropFirst(4)
    var lines: [Substring] = []
    while let end = rest.firstIndex(of: "\n") {
      let line = rest[..<end]
      if let close = Optional(line.drop { $0 == " " }), close.hasPrefix("\"\"\"") {
        let indent = line.count - close.count
        rest = rest.dropFirst(indent + 3)
        let text = lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
        let joined = text.replacing("\\\n", with: "")
        return joined.contains("\\") ? nil : joined
      }
      lines.append(line)
      rest = rest[rest.index(after: end)...]
    }
    return nil
  }
}

extension SourceMessages {
  /// The messages as a gettext template.
  var template: String {
    let header = """
      # The messages of Flick. `make messages` makes this file from the sources.
      msgid ""
      msgstr ""
      "Project-Id-Version: flick\\n"
      "Language: \\n"
      "MIME-Version: 1.0\\n"
      "Content-Type: text/plain; charset=UTF-8\\n"
      "Content-Transfer-Encoding: 8bit\\n"
      "Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

      """
    return header
      + messages.map { message in
        var lines = message.files.map { "#: \($0)" }
        if message.isFormat { lines.append("#, c-format") }
        lines.append("msgid \(Self.quoted(message.english))")
        if let plural = message.plural {
          lines += ["msgid_plural \(Self.quoted(plural))", "msgstr[0] \"\"", "msgstr[1] \"\""]
        } else {
          lines.append("msgstr \"\"")
        }
        return "\n" + lines.joined(separator: "\n") + "\n"
      }.joined()
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    guard escaped.contains("\n") else { return "\"\(escaped)\"" }
    let lines = escaped.split(separator: "\n", omittingEmptySubsequences: false)
    return
      (["\"\""]
      + lines.enumerated().filter { $0.offset < lines.count - 1 || !$0.element.isEmpty }
      .map { "\"\($0.element)\($0.offset < lines.count - 1 ? "\\n" : "")\"" })
      .joined(separator: "\n")
  }
}

extension SourceMessages.Message {
  /// Whether it takes arguments.
  var isFormat: Bool {
    [english, plural ?? ""].contains { !Directives.of($0).isEmpty }
  }
}

/// The placeholders in a message.
enum Directives {
  /// The placeholders, in order: `%s`, `%2$s`, `%%`.
  static func of(_ text: String) -> [String] {
    var found: [String] = []
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[percent...]
      let directive = ["%%", "%s"] + (1...9).map { "%\($0)$s" }
      if let name = directive.first(where: { rest.hasPrefix($0) }) {
        found.append(name)
        rest = rest.dropFirst(name.count)
      } else {
        rest = rest.dropFirst()
      }
    }
    // Without arguments, percent signs are literal.
    return found.allSatisfy { $0 == "%%" } ? [] : found
  }
}
