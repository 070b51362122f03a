import Glibc
import LibAV
import MediaCore
import Models

// corpus-check DIR [REGEX]: plays the clips of a folder through the whole engine and compares them
// with its manifest.json. One line for each that is not right, then a summary; ends with 1 if a clip
// of the level `must` is not right, or fewer than `minRight` of the level `should` are.

@main
enum CorpusCheck {
  /// How many of the clips of the level `should` have to be right.
  static let minRight = 70

  static func main() async {
    MemoryTuning.apply()
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count <= 2,
      let filter = try? Regex(arguments.count > 1 ? arguments[arguments.startIndex + 1] : "")
    else {
      print("usage: corpus-check DIR [REGEX]")
      exit(64)
    }
    do {
      let entries = try Manifest(of: folder).files
      let chosen = entries.filter { $0.file.contains(filter) }
      exit(await check(chosen, in: folder, isWhole: chosen.count == entries.count) ? 0 : 1)
    } catch {
      print("\(folder)/manifest.json: \(error)")
      exit(66)
    }
  }

  private static func check(_ entries: [Entry], in folder: String, isWhole: Bool) async -> Bool {
    var right: [Entry.Level: Int] = [:]
    for entry in entries {
      let faults = await faults(of: entry, path: FilePath("\(folder)/\(entry.file)"))
      if faults.isEmpty { right[entry.level, default: 0] += 1 }
      if !faults.isEmpty {
        print("\(entry.level) \(entry.file): \(faults.joined(separator: "; "))")
        fflush(nil)
      }
    }
    let summary = Entry.Level.allCases.map { level in
      "\(level) \(right[level] ?? 0)/\(entries.filter { $0.level == level }.count)"
    }
    print(summary.joined(separator: ", "))
    let musts = entries.filter { $0.level == .must }.count
    return right[.must] ?? 0 == musts && (!isWhole || right[.should] ?? 0 >= minRight)
  }

  private static func faults(of entry: Entry, path: FilePath) async -> [String] {
    let expectation = Expectation(entry)
    var seeking = SeekCheck(entry, expectation, path: path)
    if let error = await seeking.run() {
      // What nobody can play says so.
      return expectation.mayFail ? [] : ["expected to be played, got: \(error)"]
    }
    if expectation.mayFail { return [] }
    var playing = PlayCheck(expectation, path: path)
    playing.run()
    return seeking.faults + playing.faults
  }
}
