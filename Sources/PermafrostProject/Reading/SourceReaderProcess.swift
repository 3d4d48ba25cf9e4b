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
        guard
            let found = Self.names.map({ folder + "/" + $0 }).first(
                where: FileManager.default.isExecutableFile(atPath:))
        else {
            throw ProjectError.sourceReader(
                reason: "\(Self.names[1]) does not stand beside permafrost (\(folder)): install both")
        }
        self.path = found
    }

    /// What changes when the executable does.
    var stamp: String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(path) \(attributes?[.size] ?? 0) \(date)"
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
