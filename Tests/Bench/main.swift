import Glibc
import TestSupport

// bench [--json FILE] [--filter NAME] [--clips DIR]: measures, one line a figure. Build with
// `-c release`. `--filter` keeps the benchmark of that name, or else those whose names contain NAME;
// `--clips` names a folder of natural clips.
// bench --against COMMIT [--rounds N]: the same, beside another commit's, in turns.
// bench --decode FILE...: what decoding these costs.
// bench --encode FILE WxH...: what encoding these raw frames costs at 42 dB.
// bench --soak COUNT: swipes so many times through a mixed feed; ends with 1 if something grew.
// bench --soak-web COUNT: the same, over a web feed.

let benchmarks: [Benchmark] = [
  .composable, .cells, .glyphs, .palettes, .feed, .feedStart, .store, .webPage, .parse, .start,
  .swipe,
  .swipeLocal,
  .swipeBurst,
  .swipeRemote, .startRemote, .swipeMotion,
  .play, .memory, .cpu, .sync, .still, .seekBar, .idle, .record, .triage, .overview, .overviewLink,
  .excerpts, .excerptSwipes, .excerptHunt, .events,
  .toasts, .link,
  .linkSwipe, .linkStart, .ssh, .machine, .machineFolder,
  .peers,
  .peersWhole,
]

let names = benchmarks.map(\.name)
let arguments = Array(CommandLine.arguments.dropFirst())
let values = Array(arguments.dropFirst())
if let value = values.first {
  switch arguments[0] {
  case "--decode": exit(DecodeReport.run(values) ? 0 : 1)
  case "--encode": exit(EncodeReport.run(values) ? 0 : 1)
  case "--glyphs": exit(GlyphReport.run(values) ? 0 : 1)
  case "--sixel": exit(SixelReport.run(values) ? 0 : 1)
  case "--soak": exit(Soak.run(swipes: Int(value) ?? 10_000, isWeb: false))
  case "--soak-web": exit(Soak.run(swipes: Int(value) ?? 1_000, isWeb: true))
  default: break
  }
}
guard let options = BenchOptions(arguments) else {
  print(
    "usage: bench [--json FILE] [--filter NAME] [--clips DIR] [--against COMMIT [--rounds N]] "
      + "| --decode FILE... | --encode FILE WxH... | --glyphs FILE WxH... | --sixel FILE WxH... "
      + "| --soak COUNT | --soak-web COUNT\n"
      + "names: \(names)")
  exit(64)
}
if let commit = options.commit {
  do {
    try OtherBuild(of: commit).compare(names, options)
    exit(0)
  } catch {
    print("# \(commit): \(error)")
    exit(1)
  }
}

var report = Report(clips: options.clips.map { ClipFolder(folder: $0) })
var status: Int32 = 0
let groups = Set(options.groups(of: names))
for benchmark in benchmarks where groups.contains(benchmark.name) {
  do {
    try benchmark.run(&report)
  } catch {
    print("# \(benchmark.name) failed: \(error)")
    status = 1
  }
}
if let path = options.json, !report.write(toJSON: path) {
  print("# cannot write \(path)")
  status = 1
}
exit(status)
