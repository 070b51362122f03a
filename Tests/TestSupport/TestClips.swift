import Foundation
import Models
import Platform

/// Small clips made with the ffmpeg command while the tests run.
///
/// Each is made once per process, however many tests ask for it at a time, in a folder that is
/// removed with the process.
package enum TestClips {
  /// Makes a clip, or returns the one made earlier with the same recipe.
  ///
  /// - Parameters:
  ///   - name: Name of the file; its extension determines the container.
  ///   - arguments: The arguments of the ffmpeg command before the name.
  /// - Returns: Path of the file.
  /// - Throws: `Failure` with ffmpeg's output.
  package static func make(_ name: String, _ arguments: [String]) throws -> FilePath {
    try made(name, recipe: arguments) { path in
      _ = try ffmpeg(arguments + ["-y", path])
    }
  }

  /// Makes several clips, or returns those made earlier with the same recipes, with one run of ffmpeg: it takes
  /// longer to start than to encode a short clip.
  ///
  /// - Returns: Their paths, in the same order.
  /// - Throws: `Failure` with ffmpeg's output.
  package static func make(_ recipes: [ClipRecipe]) throws -> [FilePath] {
    let folder = try made("clips", recipe: recipes.flatMap(\.parts)) { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let inputs = recipes.flatMap(\.inputs)
      var outputs: [String] = []
      var input = 0
      for (number, recipe) in recipes.enumerated() {
        for _ in recipe.inputs {
          outputs += ["-map", "\(input)"]
          input += 1
        }
        outputs += recipe.arguments + ["\(path)/\(number)-\(recipe.name)"]
      }
      _ = try ffmpeg(inputs.joined() + outputs)
    }
    return recipes.enumerated().map { FilePath("\(folder)/\($0)-\($1.name)") }
  }

  /// Makes a file by changing the bytes of another one.
  ///
  /// - Parameters:
  ///   - name: Name of the new file.
  ///   - original: The file to start from.
  ///   - key: Distinguishes this change from others with the same name and original.
  ///   - change: Changes the bytes of the original.
  /// - Returns: Path of the new file.
  /// - Throws: The errors of reading, changing or writing.
  package static func change(
    _ name: String, from original: FilePath, key: String = "",
    _ change: (inout [UInt8]) throws -> Void
  ) throws -> FilePath {
    try made(name, recipe: [original.description, key]) { path in
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: original.description)))
      try change(&bytes)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
  }

  /// Writes a file of given bytes.
  ///
  /// - Returns: Path of the file.
  /// - Throws: The errors of writing.
  package static func file(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    try made(name, recipe: [String(bytes.hashValue)]) { path in
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
  }

  /// Returns a path in the tests' folder where no file exists yet.
  package static func freshPath(_ name: String) -> FilePath {
    let folder = root.appendingPathComponent(UUID().uuidString)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return FilePath(folder.appendingPathComponent(name).path)
  }

  /// Runs the ffmpeg command.
  ///
  /// - Returns: Its standard output.
  /// - Throws: `Failure` if it fails.
  package static func ffmpeg(_ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // One thread per codec: several of these run in parallel with the tests.
    process.arguments =
      ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "1"] + arguments
    let output = Pipe()
    let messages = freshPath("ffmpeg.log")
    _ = FileManager.default.createFile(atPath: messages.description, contents: nil)
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: messages.description)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let text = (try? String(contentsOfFile: messages.description, encoding: .utf8)) ?? ""
      throw Failure(arguments: arguments, message: text)
    }
    return bytes
  }

  /// Why a clip could not be made.
  package struct Failure: Error, CustomStringConvertible {
    package var arguments: [String]
    package var message: String
    package var description: String {
      "ffmpeg \(arguments.joined(separator: " "))\n\(message)"
    }
  }

  private static func made(
    _ name: String, recipe: [String], by maker: (String) throws -> Void
  ) throws -> FilePath {
    let slot = slots.slot(for: [name] + recipe)
    return try slot.value {
      let path = freshPath(name)
      try maker(path.description)
      return path
    }
  }

  private static let slots = Slots()

  private static let root: URL = {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flick-tests-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: TestClips.root) }
    return folder
  }()
}

/// The files made so far, by recipe.
private final class Slots: Sendable {
  private let slots = Lock<[[String]: Slot]>([:])

  func slot(for recipe: [String]) -> Slot {
    slots.withLock { slots in
      if let slot = slots[recipe] { return slot }
      let fresh = Slot()
      slots[recipe] = fresh
      return fresh
    }
  }
}

/// One file that the first caller makes while the others wait.
private final class Slot: Sendable {
  private let result = Lock<Result<FilePath, any Error>?>(nil, rank: .fixture)

  func value(_ make: () throws -> FilePath) throws -> FilePath {
    let result = result.withLock { result in
      let made = result ?? Result { try make() }
      result = made
      return made
    }
    return try result.get()
  }
}
