import ALSAAudio
import AppFeature
import Clients
import Composable
import Desktop
import Dispatch
import FeedSources
import Glibc
import LibAV
import Logging
import MediaCore
import Models
import NcursesTerminal
import Platform
import Playback
import TerminalCore
import TerminalUI
import TimeStretch

/// One run of the program on a terminal: everything live, wired together.
@MainActor
final class Session {
  private let engine: PlaybackEngine
  private let terminal: NcursesTerminal
  private let store: StoreOf<App>
  private let view: AppView
  private let signals = Signals()
  private let frames: Wakeup
  private let frameSource: any DispatchSourceRead
  private var quitObservation: ObserveToken?
  private let logger: Logger

  /// Takes the terminal.
  ///
  /// - Throws: `TerminalError` if there is none, or none that can show anything.
  init(
    command: FlickCommand, feed: FeedClient, environment: [String: String], logger: Logger
  ) throws {
    self.logger = logger
    let terminal = try NcursesTerminal(
      options: command.terminalOptions, environment: environment)
    self.terminal = terminal
    // Frames that come while one is being drawn are one event.
    let frames = Wakeup()
    self.frames = frames
    frameSource = DispatchSource.makeReadSource(
      fileDescriptor: frames.fileDescriptor, queue: .main)
    let device = command.audioDevice
    engine = PlaybackEngine(
      opener: SoundPictureOpener(
        opener: LoggingOpener(
          opener: LibAVOpener(userAgent: "Flick/\(Version.current)"), logger: logger)),
      makeSink: { ALSASink(device: device) },
      makeSpeedChanger: { SonicSpeedChanger.make() },
      memoryBudget: command.memoryBudget,
      onFrame: { _ in frames.signal() })
    let playerClient = PlayerClient.live(engine: engine)
    store = Store(
      initialState: App.State(
        feed: Feed.State(loopMode: command.loop),
        sound: RemoteSound.initial(
          isMuted: command.mute, volume: command.volume, environment: environment))
    ) {
      App()
    } withDependencies: {
      $0.playerClient = playerClient
      $0.feedClient = feed
      $0.desktopClient = .live(environment: environment) { [weak terminal] text in
        DispatchQueue.main.async { MainActor.assumeIsolated { terminal?.copy(text) } }
      }
    }
    terminal.onMissingOutput = { [logger] output in
      logger.warning("the terminal has no \(output.rawValue) graphics; pictures are cells")
    }
    terminal.onAnswers = { [logger] answers, capabilities in
      logger.info("the terminal answers: \(answers); so it has \(capabilities)")
    }
    logger.info(
      "flick \(Version.current) on \(terminal.size), \(terminal.capabilities)")
    view = AppView(
      store: store, terminal: terminal, playerClient: playerClient, feedClient: feed)
  }

  /// Shows the first screen and listens to everything that can happen.
  func start() {
    frameSource.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.frames.clear()
        self?.view.frameArrived()
      }
    }
    frameSource.resume()
    signals.onExit = { [weak self] number in self?.end(with: ExitStatus.signal(number)) }
    signals.onStop = { [weak self] in self?.view.suspend() }
    // A terminal that has gone away sends SIGHUP, too, if only to the session's leader.
    view.onClosed = { [weak self] in self?.end(with: ExitStatus.signal(SIGHUP)) }
    quitObservation = store.observe(distinct: \.isQuitting) { [weak self] isQuitting in
      if isQuitting { self?.end(with: ExitStatus.success) }
    }
    view.start()
  }

  /// Gives the terminal back, stops the sound and ends the process.
  private func end(with status: Int32) {
    terminal.restore()
    engine.shutDown()
    logger.info("ends with status \(status)")
    exit(status)
  }
}
