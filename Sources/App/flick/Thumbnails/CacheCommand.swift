import ArgumentParser
import Files
import Foundation
import Models
import Platform

/// `flick cache`: what is kept to be faster, and how to remove it.
struct CacheCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", _superCommandName: "flick",
    abstract: "Show or clear the cache of thumbnails.",
    usage: "flick cache [clear]",
    discussion: """
      The overview keeps the thumbnails it has made in $XDG_CACHE_HOME/flick, up to \
      --thumbnail-cache. They can be made again.
      """)

  /// What to do.
  enum Task: String, ExpressibleByArgument, CaseIterable {
    case show
    case clear
  }

  @Argument(help: ArgumentHelp("Remove all thumbnails: clear.", valueName: "task"))
  var task = Task.show

  func perform() throws -> Int32 {
    guard let folder = ThumbnailCache.folder(ProcessInfo.processInfo.environment) else {
      throw Failure(
        localized("neither XDG_CACHE_HOME nor HOME is set"), status: ExitStatus.cannotCreate)
    }
    let cache = ThumbnailCache(folder: folder, limit: 0)
    let formats = LocalFormats(environment: { ProcessInfo.processInfo.environment[$0] })
    let size = task == .clear ? cache.clear() : cache.size
    let words = localizedPlural(
      size.count, "%1$s thumbnail, %2$s", "%1$s thumbnails, %2$s", formats.count(size.count),
      formats.bytes(size.bytes))
    let line =
      task == .clear
      ? localized("%1$s: removed %2$s", folder, words) : localized("%1$s: %2$s", folder, words)
    return Console.output(Array("\(line)\n".utf8))
  }
}
