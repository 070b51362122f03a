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

  /// The names of the fields (RFC 4180).
  static let header =
    "kind,location,feed,title,source,sitting,start,end,watched,loops,leaving,place,first\n"

  /// A line of CSV (RFC 4180), with the line feed.
  var fields: String {
    [
      kind, location, feed, title, source, String(sitting), Timestamp.text(start),
      Timestamp.text(end), JSONOutput.decimal(watched).line, String(loops), leaving,
      place.map { String($0) } ?? "", first,
    ].map(Self.quoted).joined(separator: ",") + "\n"
  }

  /// A field, cleaned: a spreadsheet or a terminal may show it.
  private static func quoted(_ text: String) -> String {
    let text = CleanText(text).string
    guard text.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
