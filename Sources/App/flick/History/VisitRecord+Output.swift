import FeedCore
import Models
import Records

extension VisitRecord {
  /// A line of JSON, with the line feed.
  var json: String {
    JSONOutput.members([
      "kind": .string(kind), "location": .string(location),
      "feed": feed.isEmpty ? nil : .string(feed), "title": .string(title),
      "source": .string(source), "sitting": .string(String(sitting)),
      "start": .string(Timestamp.text(start)), "end": .string(Timestamp.text(end)),
      "watched": .decimal(watched), "loops": .integer(loops), "leaving": .string(leaving),
      "place": place.map { .integer($0) }, "first": .string(first),
    ]).line + "\n"
  }
}
