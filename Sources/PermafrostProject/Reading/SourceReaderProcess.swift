import Foundation
import PermafrostDeclarations

/// The executable that parses Swift, which stands beside this one.
struct SourceReaderProcess {
    /// SwiftPM builds it under the first name along with `permafrost`, and under the second in a full build.
    static let names = ["PermafrostSourceReader-tool", "PermafrostSourceReader"]

    let path: String

    /// Finds the executable. Throws ``ProjectError/sourceReader(reason:)``.
    init(path: String?) throws {
        if let path {
            self.path = path
            return
        }
        let folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path ?? "."
        // Where both were built, the newer one is of the sources as they are.
        let found = Self.names.map { folder + "/" + $0 }.filter(FileManager.default.isExecutableFile(atPath:))
            .max { Self.modificationDate($0) < Self.modificationDate($1) }
        guard let found else {
            throw ProjectError.sourceReader(
                reason: "\(Self.names[1]) does not stand beside permafrost (\(folder)): install both")
        }
        self.path = found
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

    /// Runs it: the request in JSON as its argument, the archive on its standard output.
    func read(_ request: SourceRequest) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [String(decoding: try JSONEncoder().encode(request), as: UTF8.self)]
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        // `waitUntilExit` looks every 50 ms; the handler is called at once.
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do {
            try process.run()
        } catch {
            throw ProjectError.sourceReader(reason: "\(path) cannot be started: \(error.localizedDescription)")
        }
        let archive = output.fileHandleForReading.readDataToEndOfFile()
        ended.wait()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw ProjectError.sourceReader(reason: "\(path) ended with status \(process.terminationStatus)")
        }
        return archive
    }
}
