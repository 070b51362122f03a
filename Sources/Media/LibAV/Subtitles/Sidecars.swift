import Glibc
import MediaCore
import Models

/// The subtitle files beside a clip, as tracks.
///
/// They are looked up when the clip's tracks are requested, and one is read completely when it is
/// chosen: neither delays the first frame.
final class Sidecars {
  /// The id of the first; streams of a container have lower ones.
  private static let firstID = 1 << 16
  /// Cues are returned this long before they are due, in seconds: while a clip's frame does not
  /// change, there may be no call for a long time.
  private static let lead = 10.0

  private typealias File = (path: FilePath, name: SidecarName)

  private let clip: FilePath
  private let folders: SidecarFolders
  private let text: TextDecoder
  private let cancellation: CancellationToken
  private lazy var files = find()
  private var reel: CueIndex?
  private var position = 0.0

  /// The subtitle files beside a clip.
  ///
  /// - Parameters:
  ///   - clip: The clip.
  ///   - folders: The folder cache.
  ///   - text: Decodes the files.
  ///   - cancellation: Ends reading early.
  init(
    beside clip: FilePath, in folders: SidecarFolders, _ text: TextDecoder,
    cancellation: CancellationToken
  ) {
    self.clip = clip
    self.folders = folders
    self.text = text
    self.cancellation = cancellation
  }

  /// The files as tracks: those without a language first, then by name.
  var tracks: [MediaTrack] {
    files.enumerated().map { index, file in
      let title =
        file.name.language.isEmpty && file.name.notes.isEmpty
        ? CleanText(bytes: file.path.lastComponent, limit: DecodeLimits.nameLength)
        : file.name.notes
      return MediaTrack(
        id: Self.firstID + index, codec: CleanText(file.name.form.rawValue),
        language: file.name.language, title: title)
    }
  }

  /// Reads a track; none if the id is not that of a file, or the file is unreadable.
  func select(_ id: Int?) {
    reel = nil
    guard let id, id >= Self.firstID, files.indices.contains(id - Self.firstID) else { return }
    let file = files[id - Self.firstID]
    do throws(MediaError) {
      let subtitles = try SidecarFile.subtitles(
        of: file.path, form: file.name.form, text, cancellation: cancellation)
      reel = CueIndex(subtitles)
      reel?.move(to: position - Self.lead)
    } catch {
      return
    }
  }

  /// Records that the clip was read up to a time, in seconds since the first frame.
  func reached(_ time: Double) { position = max(position, time) }

  /// Records a seek to a time. A seek to a keyframe lands before it.
  func moved(to time: Double) {
    position = time
    reel?.move(to: time - Self.lead)
  }

  /// Returns the chosen track's cues that were reached since the last call.
  func takeSubtitles() -> [SubtitleCue] {
    reel?.take(upTo: position + Self.lead, atMost: DecodeLimits.subtitles) ?? []
  }

  private func find() -> [File] {
    let folder = clip.parent
    let own = clip.lastComponent
    var files: [File] = []
    for name in folders.names(in: folder) where files.count < DecodeLimits.sidecars {
      guard let read = SidecarName(name, beside: own) else { continue }
      let path = folder.appending(FilePath(bytes: name))
      if SidecarFile.isReadable(path) { files.append((path, read)) }
    }
    return files.filter { $0.name.language.isEmpty } + files.filter { !$0.name.language.isEmpty }
  }
}
