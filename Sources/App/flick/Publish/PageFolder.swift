import FeedCore
import Glibc
import Models
import Platform

/// The folder that a feed's pages are written to. Other files in it are left alone.
struct PageFolder {
  /// The result of the last run.
  struct Contents {
    /// Our pages, by name.
    fileprivate var pages: [String: [UInt8]] = [:]
    /// Files that have a page's name but are not ours.
    fileprivate var foreign: Set<String> = []
    /// What the pages say of the clips that they list.
    fileprivate(set) var facts: [WrittenPage.Clip: WrittenPage.Facts] = [:]
  }

  let path: FilePath

  /// Reads the pages in the folder; returns nothing if the folder does not exist yet.
  ///
  /// - Throws: An error if it cannot be read, or if the first page would overwrite a file that is
  ///   not ours.
  func read() throws(FileError) -> Contents {
    var contents = Contents()
    guard let folder = path.withCString({ opendir($0) }) else {
      if errno == ENOENT { return contents }
      throw FileError(path)
    }
    defer { closedir(folder) }
    guard path.withCString({ access($0, W_OK | X_OK) }) == 0 else { throw FileError(path) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard FeedWriter.pageNumber(of: name) != nil else { continue }
      let bytes = try bytes(of: name)
      if let page = WrittenPage(bytes) {
        contents.pages[name] = bytes
        contents.facts.merge(page.facts) { first, _ in first }
      } else {
        contents.foreign.insert(name)
      }
    }
    try check([FeedWriter.name(ofPage: 1)], contents)
    return contents
  }

  private func check(_ names: [String], _ contents: Contents) throws(FileError) {
    guard let name = names.first(where: contents.foreign.contains) else { return }
    throw FileError(
      path.appending(FilePath(name)), number: EEXIST,
      words: localized("not written by flick; remove it, or write the feed to a different folder"))
  }

  private func bytes(of name: String) throws(FileError) -> [UInt8] {
    do throws(FileError) {
      return try path.appending(FilePath(name)).contents()
    } catch {
      // Not ours.
      if error.number == EISDIR { return [] }
      throw error
    }
  }

  /// Writes the pages that have changed, the first one last, so that readers find the pages it
  /// names. Removes our pages that are no longer in the feed.
  func write(_ pages: [FeedWriter.Page], over contents: Contents) throws(FileError) {
    try check(pages.map(\.name), contents)
    if path.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST { throw FileError(path) }
    for page in pages.reversed() {
      let bytes = Array(page.text.utf8)
      if contents.pages[page.name] != bytes {
        try path.appending(FilePath(page.name)).replace(with: bytes, mode: 0o666)
      }
    }
    let names = Set(pages.map(\.name))
    for name in contents.pages.keys where !names.contains(name) {
      let file = path.appending(FilePath(name))
      guard file.withCString({ unlink($0) }) == 0 || errno == ENOENT else { throw FileError(file) }
    }
  }
}
