import Models
import Testing

@testable import TerminalUI

@Suite struct ErrorTextTests {
  @Test func eachErrorHasItsOwnText() {
    let reasons: [FeedError.Reason] = [
      .notFound, .noPermission, .unreachable, .timedOut, .server(404), .server(403), .server(429),
      .server(503), .server(418), .notAFeed, .damaged, .tooLarge, .refused, .cancelled, .system(5),
    ]
    #expect(Set(reasons.map(\.words)).count == reasons.count)
    #expect(Notice(FeedError(.damaged, place: "a")).heading == "The feed is damaged or truncated.")
    #expect(Notice(title: "Gone", detail: "a").heading == "Gone")
  }
}
