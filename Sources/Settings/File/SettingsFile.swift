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
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SettingProblem(
        .file(path.description, endOfText(bytes[...])), localized("not UTF-8"))
    }
    // The library takes a C string.
    if bytes.contains(0) {
      throw SettingProblem(
        .file(path.description, endOfText(bytes.prefix { $0 != 0 })),
        localized("it contains a NUL byte"))
    }
    let places = TOMLPlaces(text)
    if let position = places.tooDeep {
      throw SettingProblem(
        .file(path.description, position), localized("nested too deeply"))
    }
    do {
      return document(try TOMLTable(string: text), places, path: path)
    } catch let error as TOMLParseError {
      let position = TextPosition(
        line: max(error.source.begin.line, 1), column: max(error.source.begin.column, 1))
      throw SettingProblem(
        .file(path.description, position), words(error.description, at: position, of: text))
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

  private static func document(
    _ table: TOMLTable, _ places: TOMLPlaces, path: FilePath
  ) -> SettingDocument {
    var document = SettingDocument(path: path.description)
    document.entries = entries(of: table, at: [], places)
    // If it is not a table, it is reported as an unknown option.
    if let keys = table[SettingLayer.keyTable]?.table {
      document.entries.removeAll { $0.name == SettingLayer.keyTable }
      document.keys = entries(of: keys, at: [SettingLayer.keyTable], places)
    }
    return document
  }

  /// A table's names and values, in the document's order.
  private static func entries(
    of table: TOMLTable, at path: [String], _ places: TOMLPlaces
  ) -> [SettingDocument.Entry] {
    let start = TextPosition()
    return table.keys.compactMap { name in
      guard let value = table[name] else { return nil }
      let place =
        places.place(of: path + [name])
        ?? TOMLPlaces.Place(path: path + [name], key: start, value: start)
      return SettingDocument.Entry(name: name, value: SettingInput(value), place: place)
    }
    .sorted { ($0.place.key.line, $0.place.key.column) < ($1.place.key.line, $1.place.key.column) }
  }

  /// The library's error message, or for the most common error, how to fix it.
  private static func words(_ words: String, at position: TextPosition, of text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(position.line - 1) else { return words }
    let parts = lines[position.line - 1].split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return words }
    let value = parts[1].prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
    guard value.count == 1, let word = value.first, word.first?.isLetter == true else {
      return words
    }
    return localized("text needs quotes: \"%s\"", word)
  }

  /// Where the bytes end, or stop being UTF-8.
  private static func endOfText(_ bytes: ArraySlice<UInt8>) -> TextPosition {
    var position = TextPosition()
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      position.advance(over: scalar)
    }
    return position
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
