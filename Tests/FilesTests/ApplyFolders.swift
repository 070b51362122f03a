import Foundation
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Files

/// A folder of clips and one on another disk, and what an apply does to them.
struct ApplyFolders {
  let scratch: ScratchFolder
  /// On another disk.
  let far: ScratchFolder
  let saved = Lock<[FileBatch]>([])
  let problems = Lock<[FileError]>([])

  static let hasOtherDisk =
    (try? FileStatus(FilePath("/dev/shm")).device) != (try? FileStatus(FilePath("/tmp")).device)

  /// - Parameter near: Where, if not on a disk, which is slow.
  init(in near: String? = nil) throws {
    scratch = try ScratchFolder(in: near)
    far = try ScratchFolder(in: "/dev/shm")
  }

  func path(_ name: String) -> FilePath { FilePath(scratch.file(name)) }

  func farPath(_ name: String) -> FilePath { FilePath(far.file(name)) }

  /// Makes files, each with its name in it; older than what is compared twice.
  func make(_ names: String...) {
    for name in names {
      write("content of \(name)", to: path(name))
      date(path(name), seconds: 1_700_000_000)
    }
  }

  func write(_ text: String, to path: FilePath) {
    path.parent.makeFolder()
    #expect(throws: Never.self) { try path.write(Array(text.utf8), mode: 0o644) }
    ScratchFolder.awaitStarts(path)
  }

  func append(_ text: String, to path: FilePath) -> Bool {
    (try? path.write(Array(text.utf8), flags: O_APPEND, mode: 0o644)) != nil
  }

  func date(_ path: FilePath, seconds: Int) {
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, path.description, times, AT_SYMLINK_NOFOLLOW) == 0)
  }

  func text(_ path: FilePath) -> String? {
    (try? path.contents()).map { String(decoding: $0, as: UTF8.self) }
  }

  func exists(_ path: FilePath) -> Bool { (try? FileStatus(path, followsLinks: false)) != nil }

  /// All files of both folders, with what is in them.
  var files: [String: String] {
    var files: [String: String] = [:]
    for folder in [scratch.path, far.path] {
      let all = FileManager.default.enumerator(atPath: folder)
      while let name = all?.nextObject() as? String {
        let path = FilePath("\(folder)/\(name)")
        guard (try? FileStatus(path, followsLinks: false))?.kind == .file else { continue }
        files[(folder == far.path ? "far/" : "") + name] = text(path)
      }
    }
    return files
  }

  /// Removes all files.
  func removeAll() {
    for folder in [scratch.path, far.path] {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
  }

  /// A plan in which the clips of these names are rejected.
  func plan(_ clips: String..., rejected: ApplyPlan.Rejected = .trash) -> ApplyPlan {
    ApplyPlan(
      clips.map { ApplyPlan.Clip(path($0), Review(verdict: .reject)) }, rejected: rejected,
      kept: .stay, homeTrash: path("home/Trash"))
  }

  /// A batch that moves clips to the other disk.
  func moving(_ clips: String..., id: Int = 1) -> FileBatch {
    FileBatch(
      id: id,
      steps: ApplyPlan(
        clips.map { ApplyPlan.Clip(path($0), Review(verdict: .reject)) },
        rejected: .move(.file(FilePath(far.path))), kept: .stay, homeTrash: nil
      ).steps)
  }

  func runner() -> BatchRunner {
    awaitStarts()
    return BatchRunner(
      save: { [saved] batch throws(FileError) in saved.withLock { $0.append(batch) } },
      report: { [problems] problem in problems.withLock { $0.append(problem) } })
  }

  /// The last batch, once nothing keeps what it did from being taken back.
  var last: FileBatch? {
    awaitStarts()
    return saved.withLock { $0.last }
  }

  private func awaitStarts() {
    scratch.awaitStarts()
    far.awaitStarts()
  }
}

extension FilePath {
  /// Whether another file has the same content.
  func hasContent(of other: FilePath) throws -> Bool {
    let descriptor = try open(O_RDONLY)
    defer { close(descriptor) }
    return try FileContents(path: self, descriptor: descriptor).isEqual(to: other)
  }
}
