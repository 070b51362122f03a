import TestSupport
import Testing

/// The versions of packages, by scripts/version.sh.
@Suite(.enabled(if: Command.isInstalled("git") && Command.isInstalled("dpkg")), .ownThreads)
struct VersionTests {
  private let folder: ScratchFolder

  /// Starts a project whose next release is 0.3.0.
  init() throws {
    folder = try ScratchFolder()
    try run(
      """
      mkdir -p scripts Sources/App/flick
      cp '\(ProjectFolder.path)/scripts/version.sh' scripts
      echo '  static let current = "0.3.0"' > Sources/App/flick/Version.swift
      printf '## Unreleased\\n\\n## 0.2.0 - 2026-11-22\\n' > CHANGELOG.md
      git init -q
      git add .
      """)
    try commit(at: 0)
  }

  @Test func versionsGrowWithCommitsAndReleases() throws {
    let first = try version()
    #expect(first.hasPrefix("0.3.0~git20261129033512."))
    try commit(at: 1)
    let second = try version()
    try run("sed -i 's/^## Unreleased/## 0.3.0 - 2026-11-30/' CHANGELOG.md; git add .")
    try commit(at: 2)
    // Also without its tag, the release is above what was before.
    let untagged = try version()
    try run("git tag v0.3.0")
    #expect(try version() == "0.3.0")
    try commit(at: 3)
    let next = try version()
    #expect(next.hasPrefix("0.3.1~git20261129033515."))
    try expectOrder(["0.2.0~deb12", "0.2.0", "0.3.0~git0", first, second, "0.3.0", next, "0.3.1"])
    try expectOrder([second, untagged, next])
  }

  @Test func packagesGrowWithCommitsThenWithDebian() throws {
    let first = try version()
    #expect(try version("--package").hasPrefix(first + "+"))
    try commit(at: 1)
    let second = try version()
    let packages = [first + "+deb12", first + "+deb13", first + "+sid", second + "+deb12"]
    try expectOrder(["0.2.0~deb13"] + packages + ["0.3.0+deb12"])
  }

  @Test func changedFilesHaveAVersionOfTheirOwn() throws {
    let clean = try version()
    let commit = try version("--commit")
    #expect(commit.count == 12)
    try run("echo >> CHANGELOG.md")
    #expect(try version() == clean + ".dirty")
    #expect(try version("--commit") == commit + "-dirty")
  }

  @Test func treeWithoutHistoryHasTheVersionOfItsRecord() throws {
    let options = ["", "--package", "--commit", "--time"]
    let versions = try options.map { try version($0) }
    try run("scripts/version.sh --record > ../record; rm -rf .git; mv ../record COMMIT")
    #expect(try options.map { try version($0) } == versions)
    try run("rm COMMIT")
    #expect(try version() == "0.3.0~git0")
    #expect(try version("--commit") == "")
  }

  @Test func shallowCloneHasTheSameVersion() throws {
    try commit(at: 1)
    let whole = try version()
    try run("git clone -q --depth 1 \"file://$PWD\" ../clone; rm -rf .git; mv ../clone/.git .")
    #expect(try version() == whole)
  }

  // MARK: Helpers

  private func version(_ option: String = "") throws -> String {
    try run("scripts/version.sh \(option) > ../output")
    let output = String(decoding: Command.contents(of: folder.file("output")), as: UTF8.self)
    return String(output.split(separator: "\n").first ?? "")
  }

  /// Commits what is staged, so many seconds after a certain one.
  private func commit(at seconds: Int) throws {
    try run(
      "GIT_COMMITTER_DATE='\(1_795_923_312 + seconds) +0000' git commit -q --allow-empty -m commit")
  }

  private func expectOrder(_ versions: [String]) throws {
    for (lower, higher) in zip(versions, versions.dropFirst()) {
      let status = try Command.run("dpkg", ["--compare-versions", lower, "lt", higher])
      #expect(status == 0, "\(lower) < \(higher)")
    }
  }

  /// Runs commands in the project, whatever git's variables and configuration say of other ones.
  private func run(_ commands: String) throws {
    let environment = [
      "-u", "GIT_DIR", "-u", "GIT_INDEX_FILE", "-u", "GIT_WORK_TREE", "GIT_CONFIG_GLOBAL=/dev/null",
      "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@localhost", "GIT_COMMITTER_NAME=a",
      "GIT_COMMITTER_EMAIL=a@localhost",
    ]
    let script = "mkdir -p \"$0\"\ncd \"$0\"\n\(commands)"
    let status = try Command.run(
      "env", environment + ["sh", "-ec", script, folder.file("project")])
    try #require(status == 0, "\(commands)")
  }
}
