import Glibc
import LibAV
import MediaCore
import Models
import Platform
import Playback
import TestSupport

extension Benchmark {
  static let excerpts = Benchmark(name: "excerpts") { report in
    let folder = getenv("FILMS").map { String(cString: $0) } ?? "/tmp/films"
    for name
      in (getenv("NAMES").map { String(cString: $0) }
      ?? "busy.mkv busy.mp4 busy.ts quiet.mkv quiet.mp4 quiet.ts").split(separator: " ")
    {
      let start = HostTime.now
      let token = CancellationToken(hostTime: { HostTime.now })
      let source = try LibAVOpener(isForPlaying: false).open(
        .file(FilePath("\(folder)/\(name)")), cancellation: token)
      let opened = HostTime.now
      let activity = try source.activity()
      let known = HostTime.now
      do {
        let spans = try ExcerptFinder(in: source, ExcerptRequest(), hostTime: { HostTime.now })
          .find()
        print(
          name, "open", Int((opened - start) * 1e3), "activity", Int((known - opened) * 1e3),
          "find", Int((HostTime.now - known) * 1e3), spans.map { Double(Int($0.start * 100)) / 100 }
        )
      } catch { print(name, error) }
      if let activity {
        print(
          "  planned",
          ExcerptPlan.choices(of: activity, ExcerptRequest()).map {
            "\(Int($0.spans[0].start))e\($0.event)"
          }, activity.keyframes.count)
      }
      report.add("excerpts.\(name)", (HostTime.now - start) * 1e3, "ms")
    }
  }
}
