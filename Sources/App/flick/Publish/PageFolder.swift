import FeedCore
import Glibc
import Models
import Platform

/// The folder that a feed's pages are written to. Other files in it are nobody's business.
struct PageFolder {
  /// Why pages cannot be written.
  struct Problem: Error, CustomStringConvertible {
    let path: FilePath
    let words: String

    var description: String { "\(path): \(words)" }
  }

  /// What is in the folder from the last time.
  struct Contents {
    /// Pages of ours, by their names.
    fileprivate var pages: [String: [UInt8]] = [:]
    /// Files that have a page's name and are none of ours.
    fileprivate var foreign: Set<String> = []
    /// How long the clips are that the pages list.
    fileprivate(set) var durations: [WrittenPage.Clip: Double] = [:]
  }

  let path: FilePath

  /// Reads the pages in the folder; nothing if there is no such folder yet.
  ///
  /// - Throws: `Problem` if that cannot be, or if the first page would overwrite a file that is not
  ///   ours.
  func read() throws(Problem) -> Contents {
    var contents = Contents()
    guard let folder = path.withCString({ opendir($0) }) else {
      if errno == ENOENT { return contents }
      throw problem(path)
    }
    defer { closedir(folder) }
    guard path.withCString({ access($0, W_OK | X_OK) }) == 0 else { throw problem(path) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard FeedWriter.pageNumber(of: name) != nil else { continue }
      let bytes = try bytes(of: name)
      if let page = WrittenPage(bytes) {
        contents.pages[name] = bytes
        contents.durations.merge(page.durations) { first, _ in first }
      } else {
        contents.foreign.insert(name)
      }
    }
    try check([FeedWriter.name(ofPage: 1)], contents)
    return contents
  }

  private func check(_ names: [String], _ contents: Contents) throws(Problem) {
    guard let name = names.first(where: contents.foreign.contains) else { return }
    throw Problem(
      path: path.appending(FilePath(name)),
      words: localized("not written by flick; remove it, or write the feed to another folder"))
  }

  private func bytes(of name: String) throws(Problem) -> [UInt8] {
    let file = path.appending(FilePath(name))
    guard let stream = file.withCString({ fopen($0, "re") }) else { throw problem(file) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = fread(buffer.baseAddress, 1, buffer.count, stream)
      }
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  /// Writes pages that are different, the first one last: whoever reads it finds what it names. Pages
  /// of ours that the feed does not have any more are removed.
  func write(_ pages: [FeedWriter.Page], over contents: Contents) throws(Problem) {
    try check(pages.map(\.name), contents)
    if path.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST { throw problem(path) }
    for page in pages.reversed() {
      let bytes = Array(page.text.utf8)
      if contents.pages[page.name] != bytes { try write(bytes, to: page.name) }
    }
    let names = Set(pages.map(\.name))
    for name in contents.pages.keys where !names.contains(name) {
      let file = path.appending(FilePath(name))
      guard file.withCString({ unlink($0) }) == 0 || errno == ENOENT else { throw problem(file) }
    }
  }

  /// Whatever happens, the file of this name is the old or the new one.
  private func write(_ bytes: [UInt8], to name: String) throws(Problem) {
    let file = path.appending(FilePath(name))
    let new = path.appending(FilePath(".\(name).new"))
    let descriptor = new.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    }
    guard descriptor >= 0 else { throw problem(new) }
    errno = 0
    let isWritten =
      Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    if !isWritten, errno == 0 { errno = ENOSPC }
    let failure = isWritten ? nil : problem(file)
    close(descriptor)
    if failure == nil, new.withCString({ old in file.withCString { rename(old, $0) } }) == 0 {
      return
    }
    let cause = failure ?? problem(file)
    _ = new.withCString { unlink($0) }
    throw cause
  }

  private func problem(_ path: FilePath) -> Problem {
    Problem(path: path, words: String(cString: strerror(errno)))
  }
}
