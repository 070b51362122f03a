import Glibc
import Models
import Platform
import TOMLKit

package enum SettingsFile {
  /// A larger file was not written by a person, in bytes.
  package static let sizeLimit = 64 * 1_024

  /// The file named by the environment.
  package static func namedPath(environment: [String: String]) -> FilePath? {
    environment[SettingLayer.fileVariable].flatMap { $0.isEmpty ? nil : FilePath($0) }
  }

  /// The default file: `$XDG_CONFIG_HOME/flick/config.toml`, or `~/.config/flick/config.toml` (XDG
  /// Base Directory Specification).
  ///
  /// - Returns: `nil` if the environment specifies no place for it.
  package static func standardPath(environment: [String: String]) -> FilePath? {
    BaseFolder.config(environment).map { FilePath("\($0)/flick/config.toml") }
  }

  /// Reads a file.
  ///
  /// - Returns: Its settings; `nil` if it does not exist.
  /// - Throws: Why it cannot be used.
  package static func read(_ path: FilePath) throws(SettingProblem) -> SettingDocument? {
    guard let bytes = try contents(of: path) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated()
    where String(validating: line, as: UTF8.self) == nil || line.contains(0) {
      throw SettingProblem(
        .file(path.description, TextPosition(line: index + 1)),
        line.contains(0) ? localized("it contains a NUL byte") : localized("not UTF-8"))
    }
    if let line = TOMLNesting.excess(in: bytes) {
      throw SettingProblem(
        .file(path.description, TextPosition(line: line)), localized("nested too deeply"))
    }
    do {
      let table = try TOMLTable(string: String(decoding: bytes, as: UTF8.self))
      return document(table, keyLines(lines), path: path)
    } catch let error as TOMLParseError {
      let position = TextPosition(
        line: max(error.source.begin.line, 1), column: max(error.source.begin.column, 1))
      let line = lines.indices.contains(position.line - 1) ? lines[position.line - 1] : []
      throw SettingProblem(.file(path.description, position), words(error.description, of: line))
    } catch {
      throw SettingProblem(.file(path.description, nil), "\(error)")
    }
  }

  /// The file's bytes, if it is a file of sensible size. A pipe in its place would block its
  /// reader.
  private static func contents(of path: FilePath) throws(SettingProblem) -> [UInt8]? {
    do throws(FileError) {
      let kind = try FileStatus(path).kind
      // /dev/null means no configuration.
      guard kind == .file || kind == .characters else {
        throw FileError(path, number: EINVAL, words: localized("not a file"))
      }
      let bytes = try path.contents(limit: sizeLimit + 1)
      guard bytes.count <= sizeLimit else {
        throw FileError(
          path, number: EFBIG, words: localized("larger than %s KB", sizeLimit / 1_024))
      }
      return bytes
    } catch {
      if error.number == ENOENT || error.number == ENOTDIR { return nil }
      throw SettingProblem(.file(path.description, nil), error.words)
    }
  }

  /// The lines of keys, by table and name, as far as they are written plainly; of several, the
  /// first.
  private static func keyLines(_ lines: [ArraySlice<UInt8>]) -> [[String]: Int] {
    var found: [[String]: Int] = [:]
    var table = ""
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self).prefix { $0 != "#" }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isHeader = parts.count == 1
      guard let first = parts.first, !isHeader || first.contains("[") else { continue }
      let name = String(first).filter { !" \t\r\"'[]".contains($0) }
      if isHeader { table = name }
      let key = [isHeader ? "" : table, String(name.prefix { $0 != "." })]
      found[key] = found[key] ?? index + 1
    }
    return found
  }

  private static func document(
    _ table: TOMLTable, _ lines: [[String]: Int], path: FilePath
  ) -> SettingDocument {
    var document = SettingDocument(path: path.description)
    document.entries = entries(of: table, named: "", lines)
    // If it is not a table, it is reported as an unknown option.
    if let keys = table[SettingLayer.keyTable]?.table {
      document.entries.removeAll { $0.name == SettingLayer.keyTable }
      document.keys = entries(of: keys, named: SettingLayer.keyTable, lines)
    }
    return document
  }

  /// A table's names and values, in the document's order.
  private static func entries(
    of table: TOMLTable, named tableName: String, _ lines: [[String]: Int]
  ) -> [SettingDocument.Entry] {
    table.keys.compactMap { name in
      guard let value = table[name] else { return nil }
      return SettingDocument.Entry(
        name: name, value: SettingInput(value), line: lines[[tableName, name]])
    }
    .sorted { ($0.line ?? 0, $0.name) < ($1.line ?? 0, $1.name) }
  }

  /// The library's error message, or for the most common error, how to fix it.
  private static func words(_ words: String, of line: ArraySlice<UInt8>) -> String {
    let parts = String(decoding: line, as: UTF8.self).split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return words }
    let value = parts[1].prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
    guard value.count == 1, let word = value.first, word.first?.isLetter == true else {
      return words
    }
    return localized("text needs quotes: \"%s\"", word)
  }
}

extension SettingInput {
  /// No option takes deeper lists.
  private static let maxDepth = 4

  /// Converts a value from the library.
  fileprivate init(_ value: any TOMLValueConvertible, depth: Int = 0) {
    let input: SettingInput? =
      switch value.type {
      case .bool: value.bool.map(Self.flag)
      case .int: value.int.map(Self.integer)
      case .double: value.double.map(Self.number)
      case .string: value.string.map(Self.text)
      case .array where depth >= Self.maxDepth: .other(localized("a list of lists"))
      case .array: value.array.map { .list($0.map { SettingInput($0, depth: depth + 1) }) }
      case .table: .other(localized("a table"))
      case .date, .time, .dateTime: .other(localized("a date"))
      }
    self = input ?? .other(localized("nothing"))
  }
}
