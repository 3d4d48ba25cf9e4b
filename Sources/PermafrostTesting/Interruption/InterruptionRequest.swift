import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

/// The work of a process that a test starts in order to kill it.
///
/// An environment variable contains the path of the file with the request. The process does the work when it reaches
/// the call that made the request, and then kills itself. Neither the rest of the test nor code at the end of the
/// process runs.
struct InterruptionRequest: Codable {
    enum Work: Codable, Hashable {
        /// Opens the store, and migrates it if necessary.
        case open
        /// Opens the store, and ends the process at the point with the given number.
        case kill(at: Int)
        /// Opens the store, and runs the app's own code with the given name twice.
        case repeating(String)
    }

    /// The result that a process writes before it ends.
    struct Answer: Codable {
        /// The points that the process passed.
        var points: [InterruptionReport.Point] = []
        /// The names of the app's own code that began to run, in order.
        var appCode: [String] = []
        /// The error of the launch; nil if the store was opened.
        var error: String?
        /// Whether the process killed itself at the requested point.
        var isInterrupted = false
    }

    /// The call that made the request: its location, the plan and the version.
    let call: String
    let work: Work
    /// The path of the store.
    let store: String
    /// The path of the folder for the answer.
    let folder: String
    let safety: MigrationSafety

    static let variable = "PERMAFROST_INTERRUPTION"

    /// Reads the request that the environment refers to. Returns nil if the environment doesn't refer to one.
    ///
    /// - Throws: an error if the file can't be read.
    static func read(_ environment: [String: String]) throws -> InterruptionRequest? {
        guard let path = environment[variable], !path.isEmpty else { return nil }
        return try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private var url: URL { URL(fileURLWithPath: folder) }
    /// The file with the request.
    var file: URL { url.appendingPathComponent("request.json") }
    /// The marker of a process that reached the call.
    var beginning: URL { url.appendingPathComponent("begun") }
    fileprivate var answerFile: URL { url.appendingPathComponent("answer.json") }
    /// The position of the migration when the process ended; nil if it isn't known.
    var position: String? { MigrationPosition.read(at: answerFile.path) }

    /// The answer; nil if the process ended without one.
    var answer: Answer? {
        (try? Data(contentsOf: answerFile)).flatMap { try? JSONDecoder().decode(Answer.self, from: $0) }
    }

    /// Writes the request for a process.
    func write() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try JSONEncoder().encode(self).write(to: file)
    }

    /// Does the work and kills this process. Returns only if another case of the same test is already doing the work.
    func perform(plan: MigrationPlan, version: any VersionedSchema.Type) throws {
        let claim = open(beginning.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard claim >= 0 else { return }
        close(claim)
        let recorder = Recorder(request: self)
        let launch = ObservedLaunch(
            store: URL(fileURLWithPath: store), version: version, plan: plan, safety: safety,
            repeats: { [work] in work == .repeating($0) }, observe: { recorder.pass($0) })
        #if os(Linux)
            let folder = URL(fileURLWithPath: store).deletingLastPathComponent().path
            _ = SQLiteSystemCalls.observe(in: folder) { name, path in
                recorder.pass(.sqliteCall, "\(name) \(recorder.relative(path))")
            }
        #endif
        var failure: String?
        do { _ = try launch.open() } catch { failure = ErrorText(error).text }
        recorder.end(failure)
    }

    /// Writes the answer and kills this process.
    fileprivate func leave(_ answer: Answer) {
        // The waiting process reports an answer that can't be written.
        try? JSONEncoder().encode(answer).write(to: answerFile, options: .atomic)
        kill(getpid(), SIGKILL)
    }
}

/// A counter of the points that a launch passes. It ends the process at the requested point.
private final class Recorder: Sendable {
    private let request: InterruptionRequest
    /// The path of the store's folder with a final slash.
    private let folder: String
    private let answer = Locked(InterruptionRequest.Answer())
    private let position: MigrationPosition

    init(request: InterruptionRequest) {
        self.request = request
        folder = Self.folder(ofStore: request.store)
        position = MigrationPosition(besides: request.answerFile.path)
    }

    /// Returns the path of a store's folder with a final slash, as the system's calls return it. The store's file may
    /// not exist yet.
    private static func folder(ofStore path: String) -> String {
        FileStatus.resolved(StoreFile(path: path).folder) + "/"
    }

    /// Returns a path relative to the store's folder.
    func relative(_ path: String) -> String {
        let relative = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
        return relative.isEmpty ? "." : relative
    }

    /// Counts a moment of the launch.
    func pass(_ moment: ObservedLaunch.Moment) {
        switch moment {
        case .progress(let progress):
            position.record(progress)
            pass(progress.rows > 0 && progress.operation != nil ? .batch : .operation, InterruptionRun.place(progress))
        case .appCodeBegins(let name):
            answer.withLock { $0.appCode.append(name) }
            pass(.operation, "\(name) begins")
        case .appCodeEnded(let name): pass(.operation, "\(name) has run")
        case .file(let name, let path): pass(.fileCall, "\(name) \(relative(path))")
        }
    }

    /// Counts a point, and ends the process if it is the requested one.
    func pass(_ kind: InterruptionReport.Point.Kind, _ place: String) {
        answer.withLock { answer in
            answer.points.append(
                InterruptionReport.Point(kind: kind, number: answer.points.count + 1, place: place))
            guard request.work == .kill(at: answer.points.count) else { return }
            answer.isInterrupted = true
            request.leave(answer)
        }
    }

    /// Writes the answer of a launch that wasn't interrupted, and ends the process.
    ///
    /// - Parameter error: the error of the launch; nil if the store was opened.
    func end(_ error: String?) {
        answer.withLock { answer in
            answer.error = error
            request.leave(answer)
        }
    }
}
