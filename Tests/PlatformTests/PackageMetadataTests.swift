import Testing

@testable import Platform

/// What the linker was told about the program.
@Suite struct PackageMetadataTests {
  @Test(
    arguments: [
      (#"{"commit":"1e5b22b1d885"}"#, "1e5b22b1d885"), (#"{"commit":"1e5b-dirty"}"#, "1e5b-dirty"),
      (#"{"type":"deb","commit":"1e5b"}"#, "1e5b"), (#"{"commit":""}"#, ""),
      (#"{"name":"commit","version":"0.3.0"}"#, nil), (#"{"commit":"#, nil), ("{}", nil), ("", nil),
    ] as [(String, String?)])
  func commitIsAValueOfTheObject(_ json: String, _ commit: String?) {
    #expect(PackageMetadata.value(of: "commit", in: json) == commit)
  }
}
