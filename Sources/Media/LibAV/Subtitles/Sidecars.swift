import Glibc
import MediaCore
import Models

/// The cue files beside a clip, as tracks of it.
///
/// They are looked for when somebody asks for the clip's tracks, and one is read whole when it is
/// chosen: neither is on the way to the first frame.
final class Sidecars {
  /// The id of the first; streams of a container have lower ones.
  private static let firstID = 1 << 16
  /// Subtitles are given out so long before they are due, in seconds: in a clip whose frame rests,
  /// nobody asks for long.
  private static let lead = 10.0

  private typealias File = (path: FilePath, name: SidecarName)

  private let clip: FilePath
  private let folders: SidecarFolders
  private let text: TextDecoder
  private let cancellation: CancellationToken
  private lazy var files = find()
  private var reel: CueIndex?
  private var position = 0.0

  /// Those beside a file.
  ///
  /// - Parameters:
  ///   - clip: The clip.
  ///   - folders: What is known of folders.
  ///   - text: What reads the files.
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

  /// Reads a track; none if the id is not that of a file, or if nothing can be read in it.
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

  /// Notes that the clip was read up to a time, in seconds since the first frame.
  func reached(_ time: Double) { position = max(position, time) }

  /// Notes that the clip was moved to a time. A seek to a keyframe ends before it.
  func moved(to time: Double) {
    position = time
    reel?.move(to: time - Self.lead)
  }

  /// Takes the subtitles of the chosen track that were reached since the last call.
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
