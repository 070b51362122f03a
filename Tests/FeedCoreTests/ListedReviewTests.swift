import Models
import TestSupport
import Testing

@testable import FeedCore

@Suite struct ListedReviewTests {
  private func read(_ text: String) -> (reviews: [ListedReview], problems: [Int]) {
    let (reviews, problems) = ListedReview.read(Array(text.utf8))
    return (reviews, problems.map(\.line))
  }

  @Test func columnsMayBeInAnyOrder() throws {
    let list = read(
      "rating,x,filepath,tags,verdict,out\r\n4,?,\"/a,\"\"b\n.mp4\",\"x,y y\",keep,1.5\r\n\n,,/c,,,\n"
    )
    #expect(list.problems == [] && list.reviews.map(\.line) == [2, 5])
    #expect(list.reviews.first?.path == Array("/a,\"b\n.mp4".utf8))
    let known = Review(verdict: .reject, rating: 1, tags: ["old"], inPoint: 1)
    #expect(
      list.reviews.map { $0.applied(to: known) } == [
        Review(verdict: .keep, rating: 4, tags: ["x", "y y"], inPoint: 1, outPoint: 1.5),
        Review(inPoint: 1),
      ])
  }

  @Test func linesOfJSON() {
    let list = read(
      """
      {"filepath":"/a.mp4","verdict":"reject","rating":2,"in":0.25,"other":[1,{"x":2}]}

      {"key":"file:///b.mp4","tags":"x,y"}
      [1]
      {"filepath":"/c.mp4","verdict":"maybe"}
      {"filepath":"/d.mp4"
      """)
    #expect(list.reviews.map(\.line) == [1, 3] && list.problems == [4, 5, 6])
    #expect(
      list.reviews.map { $0.applied(to: Review(rating: 5)) } == [
        Review(verdict: .reject, rating: 2, inPoint: 0.25), Review(rating: 5, tags: ["x", "y"]),
      ])
  }

  @Test(arguments: [
    ("filepath,verdict\n/a,keep\n/b,maybe\n/c,KEEP\n", [3, 4]),
    ("filepath,rating\n/a,6\n/b,-1\n/c,x\n/d,\n", [2, 3, 4]),
    ("filepath,tags\n/a,\"x,\u{1B}[m\"\n", [2]), ("filepath,in\n/a,nan\n/b,-2\n/c,1\n", [2, 3]),
    ("filepath,key\n,\n", [2]), ("path,verdict\n/a,keep\n", [1]), ("", [1]),
  ])
  func whatCannotBeUsedIsTold(_ text: String, _ lines: [Int]) {
    #expect(read(text).problems == lines)
  }

  @Test func anyBytesAreRead() {
    var random = SeededGenerator(seed: 5)
    let alphabet = Array("\",\r\n{}[]:xkeyfilepathverdict\u{FEFF}0\\".utf8)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let list = ListedReview.read(bytes)
      #expect(list.reviews.count + list.problems.count <= bytes.count + 1)
    }
  }
}
