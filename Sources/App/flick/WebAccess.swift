import Foundation
import Models
import Network

/// The program's only client of servers.
enum WebAccess {
  /// Used by both clips and feeds, so that they share connections.
  static let source: any WebSource = RemoteSources(web: CurlSource(configuration))

  /// Lists folders on other machines; `nil` while no source does.
  static let folders: (any FolderSource)? = nil

  /// The proxies from the environment.
  static let proxies = WebProxies(ProcessInfo.processInfo.environment)

  private static var configuration: WebConfiguration {
    var configuration = WebConfiguration(userAgent: "Flick/\(Version.current)")
    configuration.proxies = proxies
    return configuration
  }
}
