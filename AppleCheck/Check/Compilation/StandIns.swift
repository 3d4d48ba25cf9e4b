import Foundation

/// The compiled stand-ins for Apple's modules.
package struct StandIns: Sendable {
    /// The search paths of their modules.
    let modules: [String]
    /// The C library's headers with Darwin's types.
    let headers: DarwinHeaders
    /// The module maps of all C modules, and of the C modules that an SDK also lacks.
    let moduleMaps, sharedModuleMaps: [String]
    /// The libraries that expand macros: the package's own, and the one of SwiftData's stand-in.
    let macroLibraries: [String]

    /// The modules that contain macros. Their libraries are built for the machine that runs the check.
    static let macroModules: Set<String> = ["SwiftDataMacros", "PermafrostMacrosPlugin"]

    /// The Swift modules that are built from sources before SwiftData's, in the order of their dependencies.
    private static let sourceModules = [
        "Darwin", "AppleFoundation", "CoreGraphics", "CryptoKit", "os", "SwiftCompilerPlugin", "XcodeProjectPlugin",
    ]

    /// Compiles the stand-ins into a folder that is named after a hash of their sources. Does nothing if that folder
    /// already exists.
    ///
    /// - Parameters:
    ///   - repository: the repository's folder.
    ///   - folder: the parent of the folder with the compiled stand-ins.
    /// - Throws: ``CheckFailure`` if a stand-in doesn't compile, or if a file can't be written.
    package init(repository: String, in folder: String, toolchain: Toolchain) throws {
        let sources = repository + "/AppleCheck/StandIns"
        let macros = [("SwiftDataMacros", sources), ("PermafrostMacrosPlugin", repository + "/Sources")]
        headers = try DarwinHeaders(in: folder, toolchain: toolchain)
        let made =
            try folder + "/stand-ins-"
            + Self.digest(
                of: [sources, repository + "/Sources/PermafrostMacrosPlugin"], headers.digest, toolchain: toolchain)
        modules = [made, toolchain.hostLibraries]
        sharedModuleMaps = [repository + "/Sources/CZlib/module.modulemap"]
        moduleMaps = [sources + "/SQLite3/module.modulemap"] + sharedModuleMaps
        macroLibraries = macros.map { "\(made)/lib\($0.0).so" }
        guard !FileManager.default.fileExists(atPath: made) else { return }

        // Build under a temporary name so that an interrupted run doesn't leave a folder that looks complete.
        let unfinished = made + "-\(ProcessInfo.processInfo.processIdentifier)"
        do {
            try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
        } catch {
            throw CheckFailure("can't create \(unfinished): \(error.localizedDescription)")
        }
        defer { try? FileManager.default.removeItem(atPath: unfinished) }
        // Macros are libraries of this machine, and everything else is compiled with Darwin's types.
        let own = ["-target", toolchain.target, "-module-cache-path", folder + "/module-cache"]
        let common = ["-target", toolchain.target, "-I", unfinished] + headers.arguments
        var jobs: [[String]] = []
        for (name, parent) in macros {
            let libraries = [
                "SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftDiagnostics", "SwiftOperators",
                "SwiftParser", "SwiftBasicFormat", "SwiftSyntaxMacroExpansion", "SwiftCompilerPluginMessageHandling",
            ]
            jobs.append(
                [
                    "-emit-library", "-module-name", name, "-o", "\(unfinished)/lib\(name).so", "-parse-as-library",
                    "-swift-version", "6", "-I", toolchain.hostLibraries, "-L", toolchain.hostLibraries,
                ]
                    + libraries.map { "-l" + $0 } + own + (try Self.swiftFiles(parent + "/" + name)))
        }
        try Parallel.map(jobs) { try Self.compile($0, toolchain, in: folder) }
        func build(_ name: String) throws {
            try Self.compile(
                [
                    "-frontend", "-emit-module", "-module-name", name, "-o", "\(unfinished)/\(name).swiftmodule",
                    "-parse-as-library", "-swift-version", "6", "-I", toolchain.hostLibraries,
                    "-I", toolchain.pluginInterface,
                ] + common + (try Self.swiftFiles(sources + "/" + name)),
                toolchain, in: folder)
        }
        try Self.compile(
            [
                "-frontend", "-compile-module-from-interface", "-module-name", "Glibc",
                "-o", unfinished + "/Glibc.swiftmodule", headers.swiftInterface,
            ] + own, toolchain, in: folder)
        for name in Self.sourceModules { try build(name) }
        let interface = unfinished + "/SwiftData.swiftinterface"
        do {
            let text = try String(contentsOfFile: sources + "/SwiftData/SwiftData.swiftinterface", encoding: .utf8)
            try ConformanceVersions.withoutNewer(text).write(toFile: interface, atomically: false, encoding: .utf8)
        } catch {
            throw CheckFailure("can't write \(interface): \(error.localizedDescription)")
        }
        try Self.compile(
            [
                "-frontend", "-compile-module-from-interface", "-module-name", "SwiftData",
                "-o", "\(unfinished)/SwiftData.swiftmodule",
                "-load-plugin-library", "\(unfinished)/libSwiftDataMacros.so",
            ] + common + [interface], toolchain, in: folder)
        try build("SwiftUI")
        try? FileManager.default.removeItem(atPath: interface)
        do {
            try FileManager.default.moveItem(atPath: unfinished, toPath: made)
        } catch  where FileManager.default.fileExists(atPath: made) {
            // Another run finished first.
        } catch {
            throw CheckFailure("can't rename \(unfinished): \(error.localizedDescription)")
        }
    }

    private static func compile(_ arguments: [String], _ toolchain: Toolchain, in folder: String) throws {
        let run = try CommandRun(toolchain.program("swiftc"), arguments, in: folder)
        guard run.status == 0 else {
            let name = arguments.firstIndex(of: "-module-name").map { arguments[$0 + 1] } ?? "?"
            throw CheckFailure("the stand-in \(name) doesn't compile:\n\(run.errors)")
        }
    }

    private static func swiftFiles(_ folder: String) throws -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        } catch {
            throw CheckFailure("can't list \(folder): \(error.localizedDescription)")
        }
        return names.filter { $0.hasSuffix(".swift") }.sorted().map { folder + "/" + $0 }
    }

    /// Returns 16 hexadecimal digits that change with any file in the folders, the headers and the toolchain.
    private static func digest(of folders: [String], _ headers: String, toolchain: Toolchain) throws -> String {
        var digest = StableHash()
        digest.combine(headers)
        digest.combine(toolchain.version)
        digest.combine(toolchain.root)
        for folder in folders {
            let names: [String]
            do {
                names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            } catch {
                throw CheckFailure("can't list \(folder): \(error.localizedDescription)")
            }
            for name in names {
                digest.combine(name)
                if let contents = FileManager.default.contents(atPath: folder + "/" + name) {
                    digest.combine(String(decoding: contents, as: UTF8.self))
                }
            }
        }
        return digest.text
    }
}

/// A hash that is the same in every process (FNV-1a).
struct StableHash {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds a text.
    mutating func combine(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        value = (value ^ 0xff) &* 0x100_0000_01b3
    }

    /// The hash in 16 hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
