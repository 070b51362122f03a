import Glibc
import Models
import Platform

// Why a judged clip stays where it is.
extension FileError {
  /// What cannot be told of a file whose time has changed since it was judged.
  package static func uncertain(_ path: FilePath) -> FileError {
    FileError(
      path, number: ESTALE,
      words: localized("it may not be the file that was judged; judge it again"))
  }

  /// What a store says of a file that is none of a clip's by its name is not acted on.
  package static func noClip(_ path: FilePath) -> FileError {
    FileError(path, number: EINVAL, words: localized("its name is not that of a clip"))
  }

  static func noFile(_ path: FilePath) -> FileError {
    FileError(path, number: EINVAL, words: localized("not a regular file"))
  }

  static func elsewhere(_ path: FilePath, than folder: MediaLocation) -> FileError {
    FileError(
      path, number: EXDEV, words: localized("%s is on another machine", CleanText("\(folder)")))
  }

  static func taken(_ target: FilePath, for path: FilePath) -> FileError {
    FileError(path, number: EEXIST, words: localized("%s is taken", target))
  }

  static func notPlain(_ path: FilePath) -> FileError {
    FileError(path, number: EINVAL, words: localized("not the whole path of a file"))
  }

  /// A link on the way to a file may be another one by now.
  static func linked(_ path: FilePath) -> FileError {
    FileError(path, number: ELOOP, words: localized("a symbolic link leads to its folder"))
  }

  static func notAsLeft(_ path: FilePath) -> FileError {
    FileError(path, number: ENOENT, words: localized("it is not as it was left here"))
  }

  static func deleted(_ path: FilePath) -> FileError {
    FileError(path, number: ENOENT, words: localized("it was deleted"))
  }

  static func kept(_ path: FilePath, as other: FilePath) -> FileError {
    FileError(
      path, number: EEXIST, words: localized("another file has its name; it is kept as %s", other))
  }

  /// That a file is not the one that was planned.
  static func changed(_ path: FilePath) -> FileError {
    FileError(path, number: ESTALE, words: localized("it has changed since this was planned"))
  }

  static func double(_ path: FilePath, _ other: FilePath) -> FileError {
    FileError(
      path, number: EEXIST, words: localized("it is there twice, also as %s: both stay", other))
  }

  static func noVersion(_ path: FilePath) -> FileError {
    FileError(
      path, number: EPROTO, words: localized("the server does not say its size and date"))
  }

  static func otherFileSystem(_ path: FilePath) -> FileError {
    FileError(
      path, number: EXDEV, words: localized("its folder there may be on another file system"))
  }
}
