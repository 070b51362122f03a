import Testing

@testable import Platform

/// The locale variables of the environment.
@Suite struct LocaleVariablesTests {
  @Test(
    arguments: [
      ([:], "C"), (["LANG": "de_DE.UTF-8"], "de_DE.UTF-8"),
      (["LANG": "de_DE.UTF-8", "LC_TIME": "en_GB"], "en_GB"),
      (["LANG": "de_DE.UTF-8", "LC_TIME": "", "LC_ALL": ""], "de_DE.UTF-8"),
      (["LANG": "de", "LC_TIME": "fr", "LC_ALL": "C"], "C"),
    ] as [([String: String], String)])
  func variablesHavePOSIXPrecedence(_ environment: [String: String], _ name: String) {
    #expect(LocaleVariables.name(of: "LC_TIME") { environment[$0] } == name)
  }

  @Test(
    arguments: [
      ("C", nil, nil), ("C", "de", nil), ("POSIX", "de", nil), ("C.UTF-8", nil, nil),
      ("C.UTF-8", "de", "de"), ("C.UTF-8", "de:fr", "de:fr"), ("C.UTF-8", "C", nil),
      ("de_DE.UTF-8", nil, "de_DE.UTF-8"), ("de_AT@euro", "", "de_AT@euro"),
      ("en_US.UTF-8", nil, nil), ("en", nil, nil), ("en_GB", "de", "de"),
      // The first language wins: a reader of English needs no other catalogue.
      ("de_DE.UTF-8", "en:de", nil), ("de_DE.UTF-8", "en_US.UTF-8:de", nil),
      ("enm", nil, "enm"), ("", nil, nil), (".UTF-8", nil, nil),
    ] as [(String, String?, String?)])
  func languagesFollowGettext(_ name: String, _ language: String?, _ wanted: String?) {
    #expect(LocaleVariables.languages(name) { $0 == "LANGUAGE" ? language : nil } == wanted)
  }
}
