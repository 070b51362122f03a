import Models

extension ClipDescription {
  /// The most chapters of a description.
  private static let maxChapters = 1_000
  /// The most paragraphs, and characters of each.
  private static let (maxParagraphs, longestParagraph) = (50, 4_000)
  /// The deepest nesting of a file.
  private static let depthLimit = 64

  /// Reads an `.info.json` file, as yt-dlp writes it (github.com/yt-dlp/yt-dlp, "Output template").
  ///
  /// - Parameters:
  ///   - bytes: Its content.
  ///   - watch: Can stop it early.
  /// - Throws: Why it cannot be read.
  package init(infoJSON bytes: [UInt8], watch: ReadingWatch = .unlimited) throws(FeedError) {
    self.init()
    var texts: [String: String] = [:]
    var numbers: [String: Double] = [:]
    var chapters: [Chapter] = []
    var reader = JSONReader(bytes, depthLimit: Self.depthLimit, watch: watch)
    let isObject = try reader.object { (reader, name) throws(FeedError) in
      switch name {
      case "title", "artist", "creator", "uploader", "channel", "description", "webpage_url",
        "upload_date":
        texts[name] = try reader.string()
      case "timestamp": numbers[name] = try reader.number().flatMap { Double($0) }
      case "chapters":
        _ = try reader.list { (reader) throws(FeedError) in
          let chapter = try Self.chapter(&reader)
          if let chapter, chapters.count < Self.maxChapters { chapters.append(chapter) }
        }
      default: try reader.skip()
      }
    }
    guard isObject else { throw FeedError(.damaged, "") }
    title = FeedText.title(texts["title"]) ?? ""
    author =
      ["artist", "creator", "uploader", "channel"].lazy
      .compactMap { FeedText.title(texts[$0]) }.first
    summary = Self.paragraphs(texts["description"])
    link = texts["webpage_url"].flatMap { RemoteAddress($0) }.flatMap { $0.scheme.isWeb ? $0 : nil }
    date = numbers["timestamp"].flatMap(Self.plausible)
    day = texts["upload_date"].flatMap(Self.day)
    self.chapters = chapters
  }

  /// Reads an `.nfo` file, as Kodi writes it (kodi.wiki, "NFO files").
  ///
  /// - Parameters:
  ///   - bytes: Its content, in UTF-8.
  ///   - watch: Can stop it early.
  /// - Throws: Why it cannot be read; many files of that name are not XML.
  package init(nfo bytes: [UInt8], watch: ReadingWatch = .unlimited) throws(FeedError) {
    self.init()
    var reader = XMLReader(bytes, depthLimit: Self.depthLimit, watch: watch)
    guard case .start(let head, let isEmpty) = try reader.next(),
      ["movie", "episodedetails", "musicvideo", "video"].contains(head.name)
    else { throw FeedError(.damaged, "") }
    let root = try reader.element(head, isEmpty: isEmpty)
    title = FeedText.title(root.text(of: "title", "originaltitle")) ?? ""
    author = FeedText.title(root.text(of: "artist", "director", "studio"))
    summary = Self.paragraphs(root.text(of: "plot", "outline"))
    day = FeedDate.any(root.text(of: "premiered", "aired", "releasedate"))
  }

  private static func chapter(_ reader: inout JSONReader) throws(FeedError) -> Chapter? {
    var (start, end): (Double?, Double?)
    var title: String?
    _ = try reader.object { (reader, name) throws(FeedError) in
      switch name {
      case "start_time": start = try reader.number().flatMap { Double($0) }
      case "end_time": end = try reader.number().flatMap { Double($0) }
      case "title": title = try reader.string()
      default: try reader.skip()
      }
    }
    guard let start, start.isFinite, start >= 0, let title = FeedText.title(title) else {
      return nil
    }
    return Chapter(
      start: start, end: max(end.flatMap { $0.isFinite ? $0 : nil } ?? start, start), title: title)
  }

  /// The beginning of a text, which says that there is more.
  private static func paragraphs(_ text: String?) -> [CleanText] {
    let paragraphs = FeedText.paragraphs(ofPlain: text ?? "")
    let shown = paragraphs.prefix(maxParagraphs).map { paragraph in
      paragraph.count > longestParagraph ? paragraph.prefix(longestParagraph - 1) + "…" : paragraph
    }
    return FeedText.cleaned(shown + (paragraphs.count > maxParagraphs ? ["…"] : []))
  }

  /// A date written as `20260301`.
  private static func day(_ text: String) -> Double? {
    let digits = Array(text.utf8)
    guard digits.count == 8, let number = Int(text) else { return nil }
    return WrittenDate.days(year: number / 10_000, month: number / 100 % 100, day: number % 100)
      .map { Double($0) * 86_400 }
  }

  private static func plausible(_ date: Double) -> Double? {
    (1...253_402_300_799).contains(date) ? date : nil
  }
}
