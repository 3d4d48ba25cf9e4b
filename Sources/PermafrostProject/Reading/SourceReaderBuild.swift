import Foundation
import PermafrostFiles

/// The SwiftPM build of this package that an executable belongs to, where the source reader can be built as well.
///
/// `swift build --product permafrost` builds no reader: an executable that depends on another one is linked with its libraries,
/// here with SwiftSyntax, and a plugin that builds it has every call of a package's plugins link their tools again.
struct SourceReaderBuild: Equatable {
    /// The package's folder.
    let package: String
    /// Where SwiftPM keeps what it builds.
    let scratch: String
    /// `debug` or `release`.
    let configuration: String
    /// The build engine, in SwiftPM's words.
    let engine: String

    /// The build that made an executable.
    ///
    /// Its products are in `SCRATCH/TRIPLE/debug`, or, under Xcode's build engine, in `SCRATCH/out/Products/Debug` with the
    /// platform's name behind a hyphen where it is not macOS.
    ///
    /// - Parameters:
    ///   - executable: the executable's file, with symbolic links resolved.
    ///   - package: the package's folder, by default the one that this file was compiled in.
    /// - Returns: nil if the executable is elsewhere, for instance where it was installed, or if the package is gone.
    init?(of executable: URL, package: URL = Self.compiledPackage) {
        let folder = executable.deletingLastPathComponent()
        let parents = folder.deletingLastPathComponent()
        let name = folder.lastPathComponent.lowercased()
        guard let configuration = ["debug", "release"].first(where: { name == $0 || name.hasPrefix($0 + "-") }) else {
            return nil
        }
        let isXcodes = parents.lastPathComponent == "Products"
        let scratch =
            isXcodes ? parents.appending(path: "../..").standardizedFileURL : parents.deletingLastPathComponent()
        let files = FileManager.default
        guard files.fileExists(atPath: scratch.appending(path: "workspace-state.json").path),
            files.fileExists(atPath: package.appending(path: "Sources/\(SourceReaderProcess.name)").path)
        else { return nil }
        self.package = package.path
        self.scratch = scratch.path
        self.configuration = configuration
        engine = isXcodes ? "swiftbuild" : "native"
    }

    private static let compiledPackage = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// The command that builds the reader.
    var command: [String] {
        [
            "swift", "build", "--package-path", package, "--scratch-path", scratch, "--configuration", configuration,
            "--build-system", engine, "--product", SourceReaderProcess.name,
        ]
    }

    /// Builds the reader.
    ///
    /// - Throws: ``ProjectError/sourceReader(reason:)``, with what SwiftPM wrote.
    func run() throws {
        // The compiler is the user's, never one that a project brings.
        let search = ProgramSearch(outside: [FileManager.default.currentDirectoryPath])
        guard let executable = command.first.flatMap(search.find) else {
            throw ProjectError.sourceReader(
                reason: "\(SourceReaderProcess.name) has to be built, and no folder in PATH has swift: install Swift")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(["PATH": search.path]) { $1 }
        process.standardInput = FileHandle.nullDevice
        // A pipe that can't be opened would end this process.
        let output: FileHandle
        do { output = try FileHandle.temporary(holding: Data()) } catch {
            throw ProjectError.sourceReader(reason: error.description)
        }
        process.standardOutput = output
        process.standardError = output
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        let line = command.map(\.asShellWord).joined(separator: " ")
        do {
            try process.run()
        } catch {
            throw ProjectError.sourceReader(
                reason: "\(SourceReaderProcess.name) has to be built, and \(line) cannot be started: "
                    + error.localizedDescription)
        }
        ended.wait()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            try? output.seek(toOffset: 0)
            let written = String(decoding: (try? output.readToEnd()) ?? Data(), as: UTF8.self)
            throw ProjectError.sourceReader(
                reason: "\(SourceReaderProcess.name) could not be built by: \(line)\n\(written)")
        }
    }
}
