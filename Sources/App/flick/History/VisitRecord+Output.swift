import FeedCore
import Models
import Records

extension Short {
  /// A line of JSON, with the line feed.
  var json: String {
    JSONOutput.members([
      "location": .string(location), "title": .string(title),
      "excerpt_start": excerptStart.map { .decimal($0) }, "visits": .integer(visits),
      "led_to_film": .integer(ledCount), "watched": .decimal(watched),
      "film_watched": .decimal(filmWatched),
    ]).line + "\n"
  }
}

extension VisitRecord {
  /// A line of JSON, with the line feed.
  var json: String {
    JSONOutput.members([
      "kind": .string(kind), "location": .string(location),
      "feed": feed.isEmpty ? nil : .string(feed), "title": .string(title),
      "source": .string(source), "sitting": .string(String(sitting)),
      "start": .string(Timestamp.text(start)), "end": .string(Timestamp.text(end)),
      "watched": .decimal(watched), "loops": .integer(loops), "leaving": .string(leaving),
      "place": place.map { .integer($0) }, "page": .string(page),
      "excerpt_start": excerptStart.map { .decimal($0) },
      "excerpt_end": excerptEnd.map { .decimal($0) },
    ]).line + "\n"
  }
}
