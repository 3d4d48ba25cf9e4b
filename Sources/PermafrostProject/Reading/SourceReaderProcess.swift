import Foundation
import PermafrostDeclarations

/// The executable that parses and writes Swift, which stands beside this one.
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

    /// Runs it: the request in JSON on its standard input, the answer on its standard output.
    func answer(_ request: ReaderRequest) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.standardInput = try Self.file(holding: JSONEncoder().encode(request))
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
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        ended.wait()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw ProjectError.sourceReader(reason: "\(path) ended with status \(process.terminationStatus)")
        }
        return answer
    }

    /// An open file without a name. A pipe would end this process if the reader died before it had read everything.
    private static func file(holding bytes: Data) throws -> FileHandle {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("permafrost-\(UUID().uuidString)")
        do {
            try bytes.write(to: url, options: .withoutOverwriting)
            defer { try? FileManager.default.removeItem(at: url) }
            return try FileHandle(forReadingFrom: url)
        } catch {
            throw ProjectError.sourceReader(
                reason: "no temporary file can be made (\(url.path)): \(error.localizedDescription)")
        }
    }
}
