import Glibc
import Models
import Platform

/// A folder for rejected files: a trash by freedesktop.org's Trash specification 1.0
/// (https://specifications.freedesktop.org/trash-spec/), or where a disk has none, `.rejected` beside
/// them.
struct TrashFolder: Hashable {
  let files: FilePath
  /// Where their original paths are recorded; `nil` for `.rejected`.
  let info: FilePath?
  /// What paths are relative to; `nil` if they are absolute.
  private let top: FilePath?

  /// Finds the trash for a file, and creates it.
  ///
  /// - Parameters:
  ///   - path: The file, absolute.
  ///   - home: The folder of the home trash; `nil` if there is none.
  ///   - top: The uppermost folder of the file's disk, if known.
  init(for path: FilePath, home: FilePath?, top: FilePath? = nil) throws(FileError) {
    let device = try FileStatus(path, followsLinks: false).device
    if let home, let trash = Self.made(home, top: nil), trash.device == device {
      self = trash.folder
      return
    }
    let top = top ?? Self.top(of: path.parent, on: device)
    for folder in Self.candidates(in: top) {
      if let trash = Self.made(folder, top: top), trash.device == device {
        self = trash.folder
        return
      }
    }
    let rejected = path.parent.appending(.rejected)
    try rejected.makeFolder(mode: 0o700)
    (files, info, self.top) = (rejected, nil, nil)
  }

  private init(_ folder: FilePath, top: FilePath?) {
    files = folder.appending(FilePath("files"))
    info = folder.appending(FilePath("info"))
    self.top = top
  }

  /// The trash that a file is in, by its path; `nil` if it is in none.
  init?(of file: FilePath) {
    let folder = file.parent.parent
    guard file.parent.lastComponent == Array("files".utf8) else { return nil }
    let isOwn = folder.lastComponent.starts(with: ".Trash-".utf8)
    let isShared = folder.parent.lastComponent == Array(".Trash".utf8)
    self.init(folder, top: isOwn ? folder.parent : isShared ? folder.parent.parent : nil)
  }

  /// A trash folder with what belongs into it; `nil` if it cannot be created, or leads elsewhere.
  private static func made(_ folder: FilePath, top: FilePath?) -> (folder: Self, device: UInt)? {
    do throws(FileError) {
      try folder.makeFolders(mode: 0o700)
      let status = try FileStatus(folder, followsLinks: false)
      guard status.kind == .folder, status.isOwn else { return nil }
      let trash = TrashFolder(CanonicalPath.ofItem(folder), top: top)
      for folder in [trash.files, trash.info].compactMap(\.self) {
        try folder.makeFolder(mode: 0o700)
        // A medium prepared by someone else may have a link there.
        let part = try FileStatus(folder, followsLinks: false)
        guard part.kind == .folder, part.isOwn, part.device == status.device else { return nil }
      }
      return (trash, status.device)
    } catch {
      return nil
    }
  }

  /// The uppermost folder of a file's disk.
  private static func top(of folder: FilePath, on device: UInt) -> FilePath {
    var top = folder
    while top.bytes != FilePath("/").bytes,
      (try? FileStatus(top.parent, followsLinks: false))?.device == device
    {
      top = top.parent
    }
    return top
  }

  /// The shared trash, if the administrator has made one safely, and the user's own.
  private static func candidates(in top: FilePath) -> [FilePath] {
    let user = FilePath("\(getuid())")
    let shared = top.appending(FilePath(".Trash"))
    let status = try? FileStatus(shared, followsLinks: false)
    let isSafe = status?.kind == .folder && status?.isSticky == true
    return (isSafe ? [shared.appending(user)] : []) + [
      top.appending(FilePath(".Trash-\(getuid())"))
    ]
  }

  /// The longest name of a file, in bytes.
  private static let longestName = 255

  /// A name in the trash that nothing has yet.
  ///
  /// - Parameters:
  ///   - name: The file's own.
  ///   - isTaken: Whether a name was planned before.
  func freeName(_ name: [UInt8], isTaken: (FilePath) -> Bool) -> FilePath {
    var attempt = 1
    while true {
      let file = files.appending(Self.name(name, attempt))
      let names = [file, infoFile(of: file)].compactMap(\.self)
      if !isTaken(file), !names.contains(where: \.isTaken) { return file }
      attempt += 1
    }
  }

  /// A file's name in a trash, or another one if it is taken there: from 1 on, the attempts differ.
  static func name(_ name: [UInt8], _ attempt: Int) -> FilePath {
    let suffix = Array((attempt == 1 ? "" : ".\(attempt)").utf8)
    // The name of its information must fit, too.
    let kept = name.prefix(longestName - ".trashinfo".utf8.count - suffix.count)
    return FilePath(bytes: kept + suffix)
  }

  /// The file with the information about one in the trash.
  func infoFile(of file: FilePath) -> FilePath? {
    info?.appending(FilePath(bytes: file.lastComponent + ".trashinfo".utf8))
  }

  /// The beginning of the information about a file, which ends with its date.
  ///
  /// - Parameter path: Where it was, absolute.
  func information(_ path: FilePath) -> [UInt8] {
    var path = path.bytes[...]
    if let top {
      let prefix = top.bytes.last == UInt8(ascii: "/") ? top.bytes : top.bytes + [0x2F]
      if path.starts(with: prefix) { path = path.dropFirst(prefix.count) }
    }
    return Array("[Trash Info]\nPath=\(PercentCoding.encodedPath(path))\n".utf8)
  }
}
