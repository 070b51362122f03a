import Clients
import Models
import Platform

extension NotesClient {
  /// The notes about files.
  ///
  /// - Parameters:
  ///   - decoder: Knows the encoding of captions that are not UTF-8.
  ///   - editor: Edits captions.
  ///   - lend: Gives the terminal over, and when called with `false` takes it back; returns whether it
  ///     did.
  package static func live(
    decoder: TextDecoder, editor: Editor, lend: @escaping @Sendable (Bool) async -> Bool
  ) -> NotesClient {
    var client = NotesClient()
    client.notes = { clip in
      await offPool {
        FileNotes(
          caption: CaptionFile(of: clip).lines(decoder), review: DesktopAttributes.review(of: clip))
      }
    }
    client.editCaption = { clip in
      let caption = CaptionFile(of: clip).path
      do throws(FileError) {
        try caption.checkLeadsNowhere()
      } catch {
        return .failure(
          FeedError(
            .refused, place: CleanText(bytes: caption.lastComponent), detail: CleanText(error.words)
          ))
      }
      guard await lend(true) else { return .failure(FeedError(.cancelled, place: "")) }
      let result = await editor.edit(caption)
      _ = await lend(false)
      return result
    }
    return client
  }
}
