import Glibc

// bench [--json FILE] [--filter NAME]: measures, one line a figure. Build with `-c release`.
// `--filter` keeps the benchmarks whose names contain NAME.

let benchmarks: [Benchmark] = [
  .composable, .cells, .feed, .start, .swipe, .swipeRemote, .play, .sync,
]

var filter = ""
var jsonPath: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch (argument, arguments.popFirst()) {
  case ("--filter", let value?): filter = value
  case ("--json", let value?): jsonPath = value
  default:
    print("usage: bench [--json FILE] [--filter NAME]\nnames: \(benchmarks.map(\.name))")
    exit(64)
  }
}

var report = Report()
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
