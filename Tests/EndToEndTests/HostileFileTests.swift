import Foundation
import Models
import TestSupport
import Testing

/// What `make test-broken` does with a corpus, on twenty entries generated here.
@Suite(.ownThreads) struct HostileFileTests {
  /// One entry of a manifest.
  private struct Entry {
    let path: [UInt8]
    let kind: String
    let what: String
    var isArgument = false

    init(_ path: String, _ kind: String, _ what: String, isArgument: Bool = false) {
      self.path = Array(path.utf8)
      self.kind = kind
      self.what = what
      self.isArgument = isArgument
    }

    var fields: [String: Any] {
      [
        "path_hex": path.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
        "path": String(decoding: path, as: UTF8.self).debugDescription, "cls": kind, "what": what,
        "is_argument": isArgument,
      ]
    }
  }

  private static let port = 18_081

  /// Generates an entry of each kind that the large corpora contain.
  private static let script = """
    cd "$0"; mkdir -p folder names
    tag=$(printf 'a\\033]0;owned\\007b')
    ffmpeg -nostdin -loglevel error -f lavfi -i testsrc2=s=160x90:r=25 -f lavfi -i sine \\
      -t 1 -c:v libx264 -pix_fmt yuv420p -metadata title="$tag" play.mp4
    ffmpeg -nostdin -loglevel error -i play.mp4 -c copy play.mkv
    ffmpeg -nostdin -loglevel error -i play.mp4 -vf scale=32:18 -r 5 play.gif
    printf '1\\n00:00:00,000 --> 00:00:09,000\\n\\033[31m%s\\033[2J\\n' "$tag" > lines.srt
    ffmpeg -nostdin -loglevel error -i play.mp4 -i lines.srt -c copy -c:s srt captions.mkv
    : > empty.mp4
    printf x > byte.mp4
    head -c 1000000 /dev/zero > zeros.mp4
    head -c 65536 /dev/zero | openssl enc -aes-128-ctr -nosalt -K 00 -iv 00 2> /dev/null > noise.mp4
    cp noise.mp4 noise.ts; cp noise.mp4 noise
    head -c 2000 play.mp4 > cut.mp4
    head -c 9000 play.mkv > half.mkv
    { head -c 13 play.gif; cat noise.mp4; } > noise.gif
    cp play.mp4 flipped.mp4; for at in 40 900 2100; do
      printf '\\377\\377\\377' | dd of=flipped.mp4 bs=1 seek=$at conv=notrunc 2> /dev/null; done
    mkfifo pipe.mp4
    ln -s nothing.mp4 dangling.mp4
    ln -s /dev/zero endless.mp4
    printf 'ffconcat version 1.0\\nfile /etc/passwd\\n' > script.mp4
    printf '#EXTM3U\\n#EXT-X-TARGETDURATION:9\\n#EXTINF:9,\\nhttp://127.0.0.1:\(port)/a.ts\\n' > web.mp4
    printf '#EXTM3U\\n#EXT-X-TARGETDURATION:9\\n#EXTINF:9,\\nfile:///etc/passwd\\n' > file.ts
    cp play.mp4 "names/concat:a|b%03d.mp4"
    """

  private static let entries = [
    Entry("play.mp4", "play", "a title that talks to the terminal"),
    Entry("captions.mkv", "play", "captions that talk to the terminal"),
    Entry("empty.mp4", "error", "empty"),
    Entry("byte.mp4", "error", "one byte"),
    Entry("zeros.mp4", "error", "zeros"),
    Entry("noise.mp4", "error", "noise"),
    Entry("noise.ts", "any", "noise as a stream"),
    Entry("noise", "error", "noise without a name"),
    Entry("noise.gif", "any", "noise behind a header"),
    Entry("cut.mp4", "error", "cut within its header"),
    Entry("half.mkv", "any", "cut within its pictures"),
    Entry("flipped.mp4", "any", "flipped bytes"),
    Entry("pipe.mp4", "error", "a pipe that nobody writes to"),
    Entry("dangling.mp4", "error", "a link to nothing"),
    Entry("endless.mp4", "error", "a link to zeros without end"),
    Entry("folder", "any", "a directory"),
    Entry("script.mp4", "security", "a script that names another file"),
    Entry("web.mp4", "security", "a list that names a server"),
    Entry("names/concat:a|b%03d.mp4", "play", "a name with a meaning for libav"),
    Entry("no/such/file.mp4", "error", "an argument that names nothing", isArgument: true),
  ]

  /// An entry with a wrong expectation: the check must find it, so that finding nothing means
  /// something.
  private static let wrongEntry = Entry("file.ts", "play", "said to play, which it cannot")

  @Test func twentyEntriesPassAndTheWrongOneIsNamed() throws {
    let folder = try ScratchFolder()
    #expect(try Command.run("sh", ["-ec", Self.script, folder.path]) == 0)
    let manifest: [String: Any] = [
      "port": Self.port, "entries": (Self.entries + [Self.wrongEntry]).map(\.fields),
    ]
    try JSONSerialization.data(withJSONObject: manifest)
      .write(to: URL(fileURLWithPath: folder.file("broken_manifest.json")))
    let report = folder.file("report")
    let check =
      FlickProcess.binary.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/") + "/broken-check"
    let status = try Command.run(
      check, [folder.path, "--look", "0.2"], standardOutput: report)
    let lines = String(decoding: Command.contents(of: report), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    #expect(status == 1)
    let failures = lines.filter { $0.hasPrefix("FAIL") }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("file.ts") == true)
    #expect(lines.last?.hasPrefix("21 entries, 1 problems, ") == true, "\(lines)")
  }
}
