import Glibc
import TestSupport

/// Another commit's `flick` and `bench`, below `.build/against`.
struct OtherBuild {
  private let commit: String
  private let bench: String
  private let scratch: ScratchFolder

  /// Builds them, unless they are there from an earlier run.
  ///
  /// - Throws: `Skipped` where they cannot be built.
  init(of commit: String) throws {
    self.commit = commit
    scratch = try ScratchFolder()
    print("# building \(commit), if it is not built yet")
    fflush(nil)
    let (status, lines) = try Self.run("scripts/against.sh", [commit], in: scratch)
    guard status == 0, let folder = lines.last else {
      throw Skipped(description: lines.suffix(20).joined(separator: "\n# "))
    }
    bench = "\(folder)/.build/release/bench"
  }

  /// Runs each group of both in turns and prints, for each figure, both medians, their ratio, and the
  /// least and greatest ratio of a round.
  func compare(_ names: [String], _ options: BenchOptions) throws {
    let others = BenchOptions.names(inUsage: try Self.run(bench, ["--help"], in: scratch).lines)
    let groups = options.groups(of: names)
    let shared = groups.filter(others.contains)
    for (owner, lacking) in [
      ("this build", groups.filter { !others.contains($0) }),
      (commit, options.groups(of: others).filter { !names.contains($0) }),
    ] where !lacking.isEmpty {
      print("# only in \(owner): \(lacking.joined(separator: ", "))")
    }
    print("# figure: \(commit), this build, their ratio, its range in \(options.rounds) rounds")
    for group in shared {
      let arguments = ["--filter", group] + (options.clips.map { ["--clips", $0] } ?? [])
      let own = FlickProcess.binary.split(separator: "/").dropLast().joined(separator: "/")
      var (old, new): ([[Figure]], [[Figure]]) = ([], [])
      for round in 0..<options.rounds {
        // Each is as often the first.
        for isNew in round.isMultiple(of: 2) ? [false, true] : [true, false] {
          let program = isNew ? "/\(own)/bench" : bench
          let lines = try Self.run(program, arguments, in: scratch).lines
          if isNew { new.append(lines.compactMap(Figure.init)) }
          if !isNew { old.append(lines.compactMap(Figure.init)) }
          if round == 0 { for line in lines where line.hasPrefix("#") { print(line) } }
        }
      }
      for comparison in FigureComparison.all(old: old, new: new) { print(comparison.line) }
      fflush(nil)
    }
  }

  private static func run(
    _ program: String, _ arguments: [String], in scratch: ScratchFolder
  ) throws(PtyError) -> (status: Int32, lines: [Substring]) {
    let output = scratch.file("output")
    let status = try Command.run(program, arguments, standardOutput: output)
    let text = String(decoding: Command.contents(of: output), as: UTF8.self)
    return (status, text.split(separator: "\n"))
  }
}
