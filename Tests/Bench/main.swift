import Glibc

// bench [--json FILE] [--filter NAME] [--clips DIR]: measures, one line a figure. Build with
// `-c release`. `--filter` keeps the benchmarks whose names contain NAME; `--clips` names a folder of
// natural clips.
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
  .linkSwipe, .linkStart, .ssh,
  .peers,
  .peersWhole,
]

var filter = ""
var jsonPath: String?
var clipFolder: ClipFolder?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if argument == "--decode", !arguments.isEmpty {
    exit(DecodeReport.run(Array(arguments)) ? 0 : 1)
  }
  if argument == "--encode", !arguments.isEmpty {
    exit(EncodeReport.run(Array(arguments)) ? 0 : 1)
  }
  if argument == "--glyphs", !arguments.isEmpty {
    exit(GlyphReport.run(Array(arguments)) ? 0 : 1)
  }
  if argument == "--sixel", !arguments.isEmpty {
    exit(SixelReport.run(Array(arguments)) ? 0 : 1)
  }
  switch (argument, arguments.popFirst()) {
  case ("--soak", let value?): exit(Soak.run(swipes: Int(value) ?? 10_000, isWeb: false))
  case ("--soak-web", let value?): exit(Soak.run(swipes: Int(value) ?? 1_000, isWeb: true))
  case ("--filter", let value?): filter = value
  case ("--json", let value?): jsonPath = value
  case ("--clips", let value?): clipFolder = ClipFolder(folder: value)
  default:
    print(
      "usage: bench [--json FILE] [--filter NAME] [--clips DIR] | --decode FILE... "
        + "| --encode FILE WxH... | --glyphs FILE WxH... | --sixel FILE WxH... "
        + "| --soak COUNT | --soak-web COUNT\n"
        + "names: \(benchmarks.map(\.name))")
    exit(64)
  }
}

var report = Report(clips: clipFolder)
var status: Int32 = 0
for benchmark in benchmarks where filter.isEmpty || benchmark.name.contains(filter) {
  do {
    try benchmark.run(&report)
  } catch {
    print("# \(benchmark.name) failed: \(error)")
    status = 1
  }
}
if let jsonPath, !report.write(toJSON: jsonPath) {
  print("# cannot write \(jsonPath)")
  status = 1
}
exit(status)
