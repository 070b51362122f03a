import Glibc
import Models
import Platform

// broken-check DIR [--match TEXT] [--list] [--look SECONDS]: opens the hostile files of a folder with
// `broken_manifest.json` by the program built beside it, each in a terminal of its own, and says
// which of them it did not take well. The names are hostile, too.

var folder: String?
var filter = ""
var listsAll = false
var lookingTime = 1.0
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--list": listsAll = true
  case "--match": filter = arguments.popFirst() ?? ""
  case "--look": lookingTime = arguments.popFirst().flatMap(Double.init) ?? lookingTime
  default: folder = argument
  }
}
guard let folder, let path = realpath(folder, nil) else {
  print("usage: broken-check DIR [--match TEXT] [--list] [--look SECONDS]")
  exit(64)
}
defer { free(path) }

let start = HostTime.now
do {
  let corpus = try BrokenCorpus(folder: FilePath(String(cString: path)))
  var check = try BrokenCheck(corpus: corpus)
  check.filter = filter
  check.listsAll = listsAll
  check.lookingTime = lookingTime
  var summary = check.run()
  if filter.isEmpty {
    let storm = try Storm(corpus, pageTime: lookingTime / 8)
    for problem in storm.problems { say("FAIL \(problem)") }
    summary.failures += storm.problems
    say("storm: \(storm.peakMemory >> 20) MB at most")
  }
  for reason in summary.skipped { say("skipped \(reason)") }
  say(
    "\(summary.count) entries, \(summary.failures.count) problems, \(summary.skipped.count) skipped,"
      + " in \(Int(HostTime.now - start)) s")
  exit(summary.failures.isEmpty ? 0 : 1)
} catch {
  say("\(folder): \(error)")
  exit(70)
}
