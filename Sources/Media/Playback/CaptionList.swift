import Models

/// The captions of a track that were met so far, in the order in which they begin.
struct CaptionList {
  /// The track they are from, as `MediaTrack` counts them; `nil` while none is read.
  let track: Int?

  /// How many are kept: a quarter of an hour of talk and more.
  static let countLimit = 512

  private var captions: [Caption] = []

  init(track: Int? = nil) {
    self.track = track
  }

  /// Takes captions in; those that are there already, as after a seek, change nothing. When there
  /// are too many, those furthest from the new ones go.
  mutating func add(_ fresh: [Caption]) {
    for caption in fresh where caption.start.isFinite && caption.end > caption.start {
      let index = captions.firstIndex { $0.start >= caption.start } ?? captions.endIndex
      let isKnown = captions[index...].prefix { $0.start == caption.start }.contains(caption)
      guard !isKnown else { continue }
      captions.insert(caption, at: index)
      guard captions.count > Self.countLimit else { continue }
      if index > captions.count / 2 { captions.removeFirst() } else { captions.removeLast() }
    }
  }

  /// The captions due at a time, in seconds since the first picture.
  func due(at time: Double) -> [Caption] {
    captions.filter { $0.start <= time && time < $0.end }
  }

  /// How many there are.
  var count: Int { captions.count }
}
