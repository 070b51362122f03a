import Glibc
import Models
import Network
import Platform

/// A step of a batch on another machine: a file, where it goes, and where it is.
struct FarMove {
  /// Where a file is, and why, if it was to be elsewhere.
  enum Standing: Equatable {
    /// At its source.
    case here(FileError?)
    /// At its target.
    case there(FileError?)
    /// Deleted.
    case removed
    /// Nowhere, or at both places, or another file is in its place.
    case neither(FileError)
    /// The server does not say.
    case unknown(FileError)

    var error: FileError? {
      switch self {
      case .here(let error), .there(let error): error
      case .removed: nil
      case .neither(let error), .unknown(let error): error
      }
    }
  }

  /// What is at a path.
  enum Found: Equatable {
    case nothing
    /// The file of the step.
    case planned
    case other
    case unknown(WebError)
  }

  /// The step's number in its batch.
  let index: Int
  let step: FileStep
  /// The step's, or the name of a file that is to be deleted, after it was set aside.
  let target: FilePath
  var standing = Standing.here(nil)

  init(_ index: Int, of batch: FileBatch) {
    self.index = index
    step = batch.steps[index]
    target =
      step.target
      ?? step.source.parent.appending(FilePath("\(batch.sideName(of: index)).source"))
  }

  /// A batch is what a file says: it is not trusted that it leads where it seems to.
  func isValid(on machine: FarMachine) -> Bool {
    [.move, .trash, .delete].contains(step.kind) && (step.kind == .delete) == (step.target == nil)
      && machine.isValid(step.source) && machine.isValid(target) && step.source != target
  }

  /// The folders that it changes.
  var folders: [FilePath] { [step.source.parent, target.parent] }

  /// From where to where it is renamed.
  func way(isBack: Bool) -> (from: FilePath, to: FilePath) {
    isBack ? (target, step.source) : (step.source, target)
  }

  /// The requests that tell where the file is.
  var looks: [FarRequest] { [.look(step.source), .look(target)] }

  /// What is at a path, by the reply to `look`.
  func found(_ reply: Result<FarReply, WebError>) -> Found {
    switch reply.entry {
    case .success(let entry): isPlanned(entry) ? .planned : .other
    case .failure(.notFound): .nothing
    case .failure(let error): .unknown(error)
    }
  }

  private func isPlanned(_ entry: FolderEntry) -> Bool {
    guard entry.kind == .file, let version = entry.version else { return false }
    // As they are saved.
    return version.size == step.version.size
      && version.modified.nanosecondsSinceEpoch == step.version.modified.nanosecondsSinceEpoch
  }

  /// Where the file is.
  ///
  /// - Parameters:
  ///   - found: What is at its source, and at its target.
  ///   - isBack: Whether it is to be at its source.
  func standing(_ found: (Found, Found), on machine: FarMachine, isBack: Bool) -> Standing {
    let (source, target) = (machine.address.typed(step.source), machine.address.typed(target))
    return switch found {
    case (.unknown(let error), _): .unknown(machine.error(step.source, error))
    case (_, .unknown(let error)): .unknown(machine.error(self.target, error))
    case (.planned, .nothing): .here(nil)
    case (.planned, .other): .here(isBack ? nil : .taken(target, for: source))
    case (.planned, .planned): .neither(.double(source, target))
    case (.nothing, .planned): .there(nil)
    case (.other, .planned): .there(isBack ? .kept(source, as: target) : nil)
    case (_, .nothing) where step.kind == .delete: isBack ? .neither(.deleted(source)) : .removed
    default: .neither(isBack ? .notAsLeft(target) : .changed(source))
    }
  }
}
