import Foundation

/// One unit as it was compiled for one platform.
struct UnitCompilation: Sendable {
    /// What the compiler said of the unit's files.
    let findings: [Finding]
    /// The index of what the files use; nil if the compiler failed.
    let indexStore: String?
    /// The compiled files by the paths that the index knows them by.
    let sources: [String: CompiledSource]
}

/// A file as the compiler read it.
struct CompiledSource: Sendable {
    /// The path that findings name.
    let path: String
    /// How many lines further down a line is in the file that findings name.
    let lineOffset: Int
    /// The text that was compiled.
    let text: String

    /// A finding at a line and column of the compiled text.
    func finding(line: Int, column: Int, _ message: String) -> Finding {
        Finding(file: path, line: max(line + lineOffset, 1), column: column, message: message)
    }
}

/// Compiles units against the stand-ins.
struct UnitCompiler: Sendable {
    let toolchain: Toolchain
    let standIns: StandIns
    /// A folder for everything that is written.
    let scratch: String

    /// Where the modules of a platform are.
    func modules(_ platform: ApplePlatform) -> String { "\(scratch)/modules-\(platform.rawValue)" }

    /// Compiles a unit as far as the compiler's checks go: types, isolation, ownership, definite initialisation.
    ///
    /// - Parameters:
    ///   - folder: a name for the folder of the unit's files.
    ///   - keepsModule: whether later units may import it.
    func compile(
        _ unit: CheckUnit, for platform: ApplePlatform, in folder: String, keepsModule: Bool
    ) throws -> UnitCompilation {
        let place = "\(scratch)/\(folder)"
        let files = try write(unit, for: platform, to: place)
        let index = place + "/index"
        var arguments = [
            "-frontend", "-emit-sil", "-num-threads", "1", "-module-name", unit.name, "-target", toolchain.target,
            "-module-cache-path", scratch + "/module-cache", "-index-store-path", index, "-index-ignore-clang-modules",
            "-index-ignore-stdlib", "-enable-testing", "-diagnostic-style", "llvm",
            "-plugin-path", toolchain.hostLibraries + "/plugins",
        ]
        if !unit.isScript { arguments.append("-parse-as-library") }
        if !unit.arguments.contains("-swift-version") { arguments += ["-swift-version", "6"] }
        if let package = unit.packageName { arguments += ["-package-name", package] }
        if keepsModule { arguments += ["-emit-module-path", "\(modules(platform))/\(unit.name).swiftmodule"] }
        arguments += unit.arguments
        // What is compiled alike for both platforms is kept once, for iOS.
        let folders = [modules(platform)] + (platform == .macOS ? [modules(.iOS)] : []) + standIns.modules
        arguments += folders.flatMap { ["-I", $0] }
        arguments += standIns.moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
        arguments += standIns.macroLibraries.flatMap { ["-load-plugin-library", $0] }
        arguments += ["-import-module", "AppleFoundation"]
        for file in files { arguments += ["-o", "/dev/null", "-index-unit-output-path", file.path + ".o"] }
        arguments += files.map(\.path)
        let run = try CommandRun(toolchain.program("swift-frontend"), arguments, in: place)
        let sources = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.source) })
        let findings = Diagnostics.findings(in: run.errors, sources: sources)
        if run.status != 0, findings.isEmpty {
            throw CheckFailure("the compiler failed on \(unit.name) (exit \(run.status)):\n\(run.errors)")
        }
        return UnitCompilation(findings: findings, indexStore: run.status == 0 ? index : nil, sources: sources)
    }

    private func write(
        _ unit: CheckUnit, for platform: ApplePlatform, to place: String
    ) throws -> [(path: String, source: CompiledSource)] {
        do {
            let files = FileManager.default
            if files.fileExists(atPath: place) { try files.removeItem(atPath: place) }
            try files.createDirectory(atPath: modules(platform), withIntermediateDirectories: true)
            return try unit.sources.enumerated().map { index, source in
                // Parts of one file, such as a page's samples, have one path.
                let path = "\(place)/\(index)/\(source.path)"
                let text = source.preamble + ConditionRewriting.text(source.text, for: platform)
                let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
                try files.createDirectory(atPath: parent, withIntermediateDirectories: true)
                try text.write(
                    toFile: path + (path.hasSuffix(".swift") ? "" : ".swift"), atomically: false, encoding: .utf8)
                let preambleLines = source.preamble.utf8.count { $0 == UInt8(ascii: "\n") }
                return (
                    path + (path.hasSuffix(".swift") ? "" : ".swift"),
                    CompiledSource(path: source.path, lineOffset: source.firstLine - 1 - preambleLines, text: text)
                )
            }
        } catch {
            throw CheckFailure("cannot write the files of \(unit.name): \(error.localizedDescription)")
        }
    }
}
