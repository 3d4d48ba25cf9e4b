import Foundation

/// The compilation of a unit for one platform.
struct UnitCompilation: Sendable {
    /// The compiler's findings in the unit's files.
    let findings: [Finding]
    /// Whether the compiler rejected the files.
    let failed: Bool
    /// The path of the index of the files' uses; nil with an SDK, because the compiler then knows the versions itself.
    let indexStore: String?
    /// The compiled files, keyed by their path in the index.
    let sources: [String: CompiledSource]
}

/// A file in the form that the compiler read.
struct CompiledSource: Sendable {
    /// The path in findings.
    let path: String
    /// The offset from a line of the compiled text to the line in findings.
    let lineOffset: Int
    /// The text that was compiled.
    let text: String

    /// Returns a finding at a line and column of the compiled text.
    func finding(line: Int, column: Int, _ message: String) -> Finding {
        Finding(file: path, line: max(line + lineOffset, 1), column: column, message: message)
    }
}

/// A compiler for units, against the stand-ins or an SDK.
struct UnitCompiler: Sendable {
    let toolchain: Toolchain
    let standIns: StandIns
    /// The SDK that replaces the stand-ins for modules. The stand-ins always expand macros.
    let sdk: AppleSDK?
    /// The modules that the SDK lacks, built for its platform.
    let sdkStandIns: SDKStandIns?
    /// The folder for all written files.
    let scratch: String

    /// Returns the folder of a platform's modules.
    func modules(_ platform: ApplePlatform) -> String { "\(scratch)/modules-\(platform.rawValue)" }

    /// Compiles a unit with all of the compiler's checks: types, isolation, ownership, definite initialization.
    ///
    /// - Parameters:
    ///   - platforms: the platforms that the unit is the same for. It is compiled for the first one.
    ///   - folder: the name of the folder for the unit's files.
    ///   - keepsModule: whether later units may import the module.
    func compile(
        _ unit: CheckUnit, for platforms: [ApplePlatform], in folder: String, keepsModule: Bool
    ) throws -> UnitCompilation {
        let platform = platforms[0]
        let place = "\(scratch)/\(folder)"
        let files = try write(unit, for: platform, to: place)
        let index = place + "/index"
        var arguments = [
            "-frontend", "-emit-sil", "-num-threads", "1", "-module-name", unit.name, "-enable-testing",
            "-diagnostic-style", "llvm", "-plugin-path", toolchain.hostLibraries + "/plugins",
            // Milliseconds of this process's CPU time, so that other processes don't make the limit flaky.
            "-warn-long-expression-type-checking=500",
        ]
        if !unit.isScript { arguments.append("-parse-as-library") }
        if !unit.arguments.contains("-swift-version") { arguments += ["-swift-version", "6"] }
        if let package = unit.packageName { arguments += ["-package-name", package] }
        if keepsModule { arguments += ["-emit-module-path", "\(modules(platform))/\(unit.name).swiftmodule"] }
        arguments += unit.arguments
        arguments += importArguments(platform)
        arguments += standIns.macroLibraries.flatMap { ["-load-plugin-library", $0] }
        arguments += platformArguments(index: index)
        for file in files {
            arguments += ["-o", "/dev/null"] + (sdk == nil ? ["-index-unit-output-path", file.path + ".o"] : [])
        }
        arguments += files.map(\.path)
        let run = try CommandRun(toolchain.program("swift-frontend"), arguments, in: place)
        let sources = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.source) })
        let findings = Diagnostics.findings(in: run.errors, sources: sources)
        if run.status != 0, findings.isEmpty {
            throw CheckFailure("the compiler failed on \(unit.name) (exit \(run.status)):\n\(run.errors)")
        }
        if keepsModule, run.status == 0 {
            for other in platforms.dropFirst() { try share("\(unit.name).swiftmodule", of: platform, with: other) }
        }
        return UnitCompilation(
            findings: findings, failed: run.status != 0, indexStore: sdk == nil ? index : nil, sources: sources)
    }

    /// Adds a platform's module to the folder of another platform that it is the same for.
    private func share(_ module: String, of platform: ApplePlatform, with other: ApplePlatform) throws {
        do {
            try FileManager.default.createDirectory(atPath: modules(other), withIntermediateDirectories: true)
            try FileManager.default.linkItem(
                atPath: "\(modules(platform))/\(module)", toPath: "\(modules(other))/\(module)")
        } catch {
            throw CheckFailure("can't write \(modules(other))/\(module): \(error.localizedDescription)")
        }
    }

    /// Returns the search paths of modules.
    func importArguments(_ platform: ApplePlatform) -> [String] {
        var arguments = ["-I", modules(platform)]
        arguments +=
            sdk == nil
            ? standIns.modules.flatMap { ["-I", $0] } + standIns.headers.arguments
            : ["-module-cache-path", scratch + "/module-cache"]
        let maps = sdk == nil ? standIns.moduleMaps : standIns.sharedModuleMaps
        return arguments + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    /// Returns the arguments for Apple's modules and versions.
    private func platformArguments(index: String) -> [String] {
        if let sdkStandIns { return sdkStandIns.arguments }
        return ["-target", toolchain.target, "-import-module", "AppleFoundation"]
            + ["-index-store-path", index, "-index-ignore-clang-modules", "-index-ignore-stdlib"]
    }

    private func write(
        _ unit: CheckUnit, for platform: ApplePlatform, to place: String
    ) throws -> [(path: String, source: CompiledSource)] {
        do {
            let files = FileManager.default
            if files.fileExists(atPath: place) { try files.removeItem(atPath: place) }
            try files.createDirectory(atPath: modules(platform), withIntermediateDirectories: true)
            return try unit.sources.enumerated().map { index, source in
                // Parts of one file, such as a page's samples, have the same path, but the compiler needs different
                // names.
                let ending = source.path.hasSuffix(".swift") ? "" : "-\(index).swift"
                let path = "\(place)/\(index)/\(source.path)\(ending)"
                let own = sdk == nil ? ConditionRewriting.text(source.text, for: platform) : source.text
                let preamble = (sdk == nil ? "" : SDKStandIns.preamble(for: source.preamble + own)) + source.preamble
                let text = preamble + own
                let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
                try files.createDirectory(atPath: parent, withIntermediateDirectories: true)
                try text.write(toFile: path, atomically: false, encoding: .utf8)
                let preambleLines = preamble.utf8.count { $0 == UInt8(ascii: "\n") }
                return (
                    path,
                    CompiledSource(path: source.path, lineOffset: source.firstLine - 1 - preambleLines, text: text)
                )
            }
        } catch {
            throw CheckFailure("can't write the files of \(unit.name): \(error.localizedDescription)")
        }
    }
}
