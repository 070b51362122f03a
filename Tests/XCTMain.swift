import Testing

// SwiftPM takes a file of this name for the entry point. Without it, it would look for XCTest's tests in an index of all
// sources (docs/decisions/builds-libraries.md).
@main struct TestProgram {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
