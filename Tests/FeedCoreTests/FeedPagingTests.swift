import FeedCore
import Models
import Testing

@Suite struct FeedPagingTests {
  private let first: RemoteAddress

  init() throws {
    first = try #require(RemoteAddress("https://example.org/1"))
  }

  private func page(_ ids: [Int], next: String? = nil) throws -> FeedDocument {
    var page = FeedDocument()
    page.title = "T"
    page.items = ids.map { id in
      FoundItem(
        kind: .article(Article(title: "\(id)", paragraphs: [])),
        entry: FeedItem.Entry(feed: "f", id: "\(id)"))
    }
    page.next = try next.map { .remote(try #require(RemoteAddress("https://\($0)"))) }
    return page
  }

  @Test func entriesOfEarlierPagesAreSkipped() throws {
    var paging = FeedPaging(first)
    #expect(paging.upcoming == first)
    let one = paging.take(
      try page([1, 2], next: "example.org/2"), at: first, isPublic: true)
    #expect(one.items.count == 2 && one.hasMore)
    let second = try #require(paging.upcoming)
    let two = paging.take(try page([2, 3]), at: second, isPublic: true)
    #expect(!two.hasMore && paging.upcoming == nil)
    #expect(
      two.items.map(\.line) == [
        "article “3”  #3", "notice “The end of the feed” T: 3 entries",
      ])
  }

  @Test(arguments: [
    ("example.org/1", "The feed links back to itself"),
    ("other.org/landed", "The feed links back to itself"),
    ("10.0.0.1/2", "Not opened: the next page"), ("printer.local/2", "Not opened: the next page"),
  ])
  func unreadablePagesEndTheFeed(_ next: String, _ title: CleanText) throws {
    var paging = FeedPaging(first)
    let landed = try #require(RemoteAddress("https://other.org/landed"))
    let found = paging.take(try page([1], next: next), at: landed, isPublic: true)
    #expect(!found.hasMore && paging.upcoming == nil)
    guard case .notice(let notice) = try #require(found.items.last).kind else {
      Issue.record("no notice")
      return
    }
    #expect(notice.title == title)
  }

  @Test func privateFeedMayContinueOnItsNetwork() throws {
    var paging = FeedPaging(first)
    #expect(paging.take(try page([1], next: "10.0.0.1/2"), at: first, isPublic: false).hasMore)
  }

  @Test func totalItemCountIsLimited() throws {
    var limits = FeedLimits()
    limits.allItems = 5
    var paging = FeedPaging(first, limits: limits)
    #expect(
      paging.take(try page([1, 2, 3], next: "example.org/2"), at: first, isPublic: true).hasMore)
    let second = try #require(paging.upcoming)
    let found = paging.take(
      try page([4, 5, 6, 7], next: "example.org/3"), at: second, isPublic: true)
    #expect(found.items.count == 3 && !found.hasMore)
    #expect(found.items.last?.line.hasPrefix("notice “Feed too long”") == true)
  }
}
