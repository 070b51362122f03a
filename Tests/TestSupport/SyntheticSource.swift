import MediaCore
import Models

/// A source that makes up its pictures and sound.
package final class SyntheticSource: MediaSource {
  package let info: MediaInfo
  package var effort = DecodeEffort.full
  package var threadCount = 1
  package private(set) var soundTrack: Int?

  private static let pieceFrames = 1024

  private let clip: SyntheticClip
  private let library: SyntheticLibrary
  private let cancellation: CancellationToken
  private var nextPictureNumber = 0
  private var currentPicture: Int?
  private var nextSoundFrame = 0

  init(clip: SyntheticClip, library: SyntheticLibrary, cancellation: CancellationToken) {
    self.clip = clip
    self.library = library
    self.cancellation = cancellation
    info = clip.info
    soundTrack = clip.hasAudio ? 1 : nil
    library.sourceOpened()
  }

  deinit {
    library.sourceClosed()
  }

  package func nextPicture() throws(MediaError) -> StreamRead<PictureTiming> {
    try check()
    while true {
      guard clip.hasVideo, nextPictureNumber < clip.pictureCount else { return .end }
      if isTooFarAhead(Double(nextPictureNumber) / clip.frameRate, of: soundTime) {
        return .starved
      }
      let number = nextPictureNumber
      nextPictureNumber += 1
      let isKeyframe = number % clip.keyframeInterval == 0
      if effort == .keyframesOnly, !isKeyframe { continue }
      if clip.damagedPicture == number { throw .damaged }
      library.work(effort == .full ? clip.pictureCost : clip.pictureCost / 2)
      currentPicture = number
      return .value(
        PictureTiming(
          presentationTime: clip.claimedTimes[number] ?? Double(number) / clip.frameRate,
          duration: 1 / clip.frameRate))
    }
  }

  package var details: MediaDetails {
    MediaDetails(
      container: "synthetic", duration: info.duration, displaySize: info.displaySize,
      codedSize: info.codedSize, frameRate: info.frameRate, pictureCodec: "numbers",
      soundTracks: clip.hasAudio ? [MediaTrack(id: 1, codec: "counter", isDefault: true)] : [])
  }

  package func selectSoundTrack(_ id: Int) throws(MediaError) {
    guard clip.hasAudio, id == 1 else { throw .unsupportedCodec("none") }
    soundTrack = id
  }

  package func selectCaptionTrack(_ id: Int?) {}

  package func takeCaptions() -> [Caption] { [] }

  package var bufferedEnd: Double? { nil }

  package func render(into target: PixelBuffer, showing region: PictureRegion) {
    guard let currentPicture else { return }
    target.withMutablePixels { $0.update(repeating: SyntheticClip.pixel(of: currentPicture)) }
  }

  package func nextAudio(appendingTo samples: inout [Int16]) throws(MediaError)
    -> StreamRead<Double>
  {
    try check()
    if clip.hasDamagedSound { throw .damaged }
    guard clip.hasAudio, nextSoundFrame < clip.soundCount else { return .end }
    if isTooFarAhead(Double(nextSoundFrame) / 48_000, of: pictureTime) { return .starved }
    let first = nextSoundFrame
    let count = min(Self.pieceFrames, clip.soundCount - first)
    for frame in first..<first + count {
      let sample = clip.level ?? SyntheticClip.sample(at: frame)
      samples.append(sample)
      samples.append(sample)
    }
    nextSoundFrame += count
    return .value(Double(first) / 48_000)
  }

  package func seek(to time: Double, precision: SeekPrecision) throws(MediaError) {
    try check()
    guard clip.canSeek else { throw .damaged }
    library.noteSeek()
    var picture = min(max(Int(time * clip.frameRate + 1e-6), 0), max(clip.pictureCount - 1, 0))
    if precision == .keyframe { picture -= picture % clip.keyframeInterval }
    let start = precision == .keyframe ? Double(picture) / clip.frameRate : max(time, 0)
    nextPictureNumber = picture
    let frame = Int(start * 48_000)
    nextSoundFrame =
      frame - frame % Self.pieceFrames + (frame == 0 ? clip.soundLostAfterSeek : 0)
  }

  private var pictureTime: Double {
    clip.hasVideo && nextPictureNumber < clip.pictureCount
      ? Double(nextPictureNumber) / clip.frameRate : .infinity
  }

  private var soundTime: Double {
    clip.hasAudio && nextSoundFrame < clip.soundCount
      ? Double(nextSoundFrame) / 48_000 : .infinity
  }

  private func isTooFarAhead(_ time: Double, of other: Double) -> Bool {
    clip.isInterleaved && time > other + 1
  }

  private func check() throws(MediaError) {
    if cancellation.isCancelled { throw .cancelled }
    if cancellation.isPastDeadline { throw .timedOut }
  }
}
