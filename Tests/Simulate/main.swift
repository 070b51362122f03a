import Glibc

do {
  exit(try Simulate.run(Array(CommandLine.arguments.dropFirst())))
} catch {
  print("simulate: \(error)")
  exit(1)
}
