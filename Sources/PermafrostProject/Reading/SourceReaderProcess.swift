import Foundation
import PermafrostDeclarations
import PermafrostFiles

/// The executable that parses and writes Swift, run as a process of its own.
struct SourceReaderProcess {
    /// The executable's name.
    static let name = "PermafrostSourceReader"

    let path: String
    private let limit: TimeLimit

    /// - Parameters:
    ///   - settings: which executable, and how long it may take. One that is not named is looked for beside this one, and built
    ///     there if this one is where SwiftPM built it.
    ///   - announce: shows a line of progress, before what takes a while.
    /// - Throws: ``ProjectError/sourceReader(reason:)`` if it is not there and could not be built.
    init(_ settings: SourceReaderSettings, announce: (String) -> Void) throws {
        limit = settings.limit
        path =
            try settings.path
            ?? Self.path(beside: Bundle.main.executableURL ?? URL(fileURLWithPath: "permafrost"), announce: announce)
    }

    /// Finds the source reader beside another executable, or builds it there.
    static func path(beside executable: URL, announce: (String) -> Void) throws -> String {
        guard find(beside: executable) == nil, let build = SourceReaderBuild(of: executable.resolvingSymlinksInPath())
        else { return try path(beside: executable) }
        announce("permafrost: building \(name), which reads sources, in \(build.scratch); this happens once")
        try build.run()
        return try path(beside: executable)
    }

    /// The source reader beside another executable.
    static func path(beside executable: URL) throws -> String {
        if let found = find(beside: executable) { return found }
        throw ProjectError.sourceReader(
            reason: """
                \(name), which parses them, is not in \(folders(of: executable)[0]), beside permafrost. In a clone of Permafrost, \
                build both with: swift build --configuration release --target PermafrostTools. Elsewhere, build it \
                as you built permafrost, with: swift build --product \(name). Install the two in one folder, or give \
                the reader's path in PERMAFROST_SOURCE_READER
                """)
    }

    /// Finds the source reader beside another executable, or beside the file that a symbolic link to it leads to.
    ///
    /// Each way to build or install the two puts them into one folder. SwiftPM's native engine adds `-tool` to the names of
    /// the executables that it builds for plugins, and keeps them in the folder of the others; of two readers, the one that
    /// was built along with `executable` is chosen.
    private static func find(beside executable: URL) -> String? {
        let names =
            executable.lastPathComponent.hasSuffix("-tool") ? [name + "-tool", name] : [name, name + "-tool"]
        let paths = folders(of: executable).flatMap { folder in names.map { folder + "/" + $0 } }
        return paths.first(where: FileManager.default.isExecutableFile(atPath:))
    }

    private static func folders(of executable: URL) -> [String] {
        [executable.resolvingSymlinksInPath(), executable].map { $0.deletingLastPathComponent().path }
    }

    /// What changes when the executable does.
    var stamp: String {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
        return "\(path) \(size ?? 0) \(Int(Self.modificationDate(path)))"
    }

    /// Seconds since 1970; 0 for what is not there.
    private static func modificationDate(_ path: String) -> Double {
        let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        return date?.timeIntervalSince1970 ?? 0
    }

    /// Runs it: the request in JSON on its standard input, the answer on its standard output.
    ///
    /// - Parameter runs: how many projects it reads, each of which may take its time.
    /// - Throws: ``ProjectError/sourceReader(reason:)`` if it cannot be started, fails, or does not end in time: it is ended then.
    func answer(_ request: ReaderRequest, runs: Int = 1) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.standardInput = try Self.file(holding: JSONEncoder().encode(request))
        // A file, too: whoever waits for the end of a pipe waits for every process that has it open.
        let output = try Self.file(holding: Data())
        process.standardOutput = output
        // `waitUntilExit` looks every 50 ms; the handler is called at once.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do {
            try process.run()
        } catch {
            throw ProjectError.sourceReader(reason: "\(path) cannot be started: \(error.localizedDescription)")
        }
        let limit = TimeLimit(seconds: limit.seconds * Double(max(1, runs)))
        guard ended.wait(timeout: .now() + limit.seconds) == .success else {
            Self.end(process)
            // Its end is reported once all that it started have ended, too.
            _ = ended.wait(timeout: .now() + 2)
            throw ProjectError.sourceReader(
                reason:
                    "\(path) did not end within \(limit), and was ended. If the "
                    + "sources take longer to read, allow it more in \(SourceReaderSettings.limitVariable)")
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw ProjectError.sourceReader(
                reason: "\(path) ended with status \(process.terminationStatus). \(Self.advice)")
        }
        do {
            try output.seek(toOffset: 0)
            return try output.readToEnd() ?? Data()
        } catch {
            throw ProjectError.sourceReader(
                reason: "what \(path) answered cannot be read: \(error.localizedDescription)")
        }
    }

    /// Ends a process, which has nothing to put in order and may not hear what asks it to end, with what it has started if the
    /// two are a group of their own.
    private static func end(_ process: Process) {
        let identifier = process.processIdentifier
        guard identifier > 0, process.isRunning else { return }
        kill(getpgid(identifier) == identifier ? -identifier : identifier, SIGKILL)
    }

    /// Has it read a project's sources.
    ///
    /// - Returns: the declarations, and the archive that they came in.
    /// - Throws: ``ProjectError/sourceReader(reason:)`` if it fails, or answers in another form than this version reads.
    func declarations(_ request: SourceRequest) throws -> (declarations: ArchivedDeclarations, archive: Data) {
        let archive = try answer(.declarations(request))
        do {
            return (try ArchivedDeclarations(archive), archive)
        } catch is ArchivedDeclarations.Unreadable {
            throw foreignAnswer
        }
    }

    /// Has it read the sources of several commits.
    ///
    /// - Returns: the archive of each.
    /// - Throws: ``ProjectError/sourceReader(reason:)`` if it fails.
    func archives(_ request: CommitsRequest) throws -> [Data] {
        let count = request.commits.count
        guard try answer(.commits(request), runs: count) == Data("\(count)".utf8) else { throw foreignAnswer }
        return try (0..<count).map { index in
            do {
                return try Data(
                    contentsOf: URL(fileURLWithPath: "\(request.answers)/\(index)"), options: .mappedIfSafe)
            } catch {
                throw foreignAnswer
            }
        }
    }

    /// What it means if an answer cannot be read.
    var foreignAnswer: ProjectError {
        .sourceReader(reason: "\(path) answers in a form that this permafrost does not read. \(Self.advice)")
    }

    private static let advice = """
        If the two are of different versions, build both from the same sources, in a clone of Permafrost with: swift build \
        --configuration release --target PermafrostTools; or install both from the same release
        """

    /// An open file without a name. A pipe would end this process if the reader died before it had read everything.
    private static func file(holding bytes: Data) throws(ProjectError) -> FileHandle {
        do { return try FileHandle.temporary(holding: bytes) } catch {
            throw ProjectError.sourceReader(reason: error.description)
        }
    }
}
