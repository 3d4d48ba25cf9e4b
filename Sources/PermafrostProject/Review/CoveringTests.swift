import Foundation
import PermafrostModel
import PermafrostSource

/// The tests that check versions for drift, and the tests that check migrations for lost data. They are found by the
/// calls in their sources.
///
/// A function is a test of a version or migration if it contains a call such as `assertNoDrift`, and the type or
/// version name. This includes helper functions. If the type is passed to the call in a variable, the test isn't found.
struct CoveringTests: Sendable {
    /// A function that calls PermafrostTesting.
    private struct Function: Sendable {
        let test: ReviewTest
        /// The names of the types that precede `.self`, `.checkDrift` or `.requireNoDrift` in the function.
        let types: [String]
        /// The names of the versions whose fixtures the function uses.
        let fixtures: [String]
        let checksDrift: Bool
        let migrates: Bool
        /// Whether the function migrates all frozen versions of a plan.
        let migratesAll: Bool

        func names(_ type: String) -> Bool {
            types.contains { type == $0 || type.hasSuffix("." + $0) || $0.hasSuffix("." + type) }
        }
    }

    private let functions: [Function]

    /// Finds the tests in a project's Swift files. Ignores a file if it doesn't mention PermafrostTesting, is larger
    /// than 1 MiB, or can't be read.
    init(in directory: String) {
        let sources = DirectorySources(directory: directory)
        let files = (try? SourceFileList(directory: directory))?.files ?? []
        functions = files.filter { $0.path.hasSuffix(".swift") && $0.size <= Self.sizeLimit }.parallelMap { file in
            let found = try? sources.withBytes(of: file.path) { bytes in
                Data(bytes).range(of: Self.module) == nil
                    ? [] : Self.functions(in: String(decoding: bytes, as: UTF8.self), of: file.path)
            }
            return found ?? []
        }.flatMap { $0 }
    }

    private static let sizeLimit: Int64 = 1 << 20
    private static let module = Data("PermafrostTesting".utf8)
    private static let driftCalls = ["assertNoDrift(", "verifyNoDrift(", ".requireNoDrift(", ".checkDrift("]
    private static let migrationCalls = ["migrate(", "assertMigrationSnapshot(", "verifyMigrationSnapshot("]
    private static let matrixCalls = ["assertMigrationMatrix(", "verifyMigrationMatrix(", "MigrationMatrix("]

    private static func functions(in text: String, of path: String) -> [Function] {
        let file = path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? path
        var functions: [Function] = []
        var name: (text: String, line: Int)?
        var body = ""
        func close() {
            guard let name else { return }
            func calls(_ names: [String]) -> Bool { names.contains { body.contains($0) } }
            let function = Function(
                test: ReviewTest(name: "\(file).\(name.text)", file: path, line: name.line),
                types: types(in: body),
                fixtures: body.matches(of: /(?:Fixture|fixture|fixture:|frozenAs:|of:) ?\(?(?:version: )?"([^"\n]+)"/)
                    .map { String($0.1) },
                checksDrift: calls(driftCalls), migrates: calls(migrationCalls), migratesAll: calls(matrixCalls))
            if function.checksDrift || function.migrates || function.migratesAll { functions.append(function) }
        }
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
            if let found = code.firstMatch(of: /\bfunc +(`[^`]+`|[A-Za-z_][A-Za-z0-9_]*)/) {
                close()
                name = (String(found.1).replacing("`", with: ""), number + 1)
                body = ""
            }
            body += code + "\n"
        }
        close()
        return functions
    }

    /// Returns the names of the types before `.self`, `.checkDrift` and `.requireNoDrift`.
    ///
    /// Doesn't use a regular expression, because it would try every character of a long name as the start of a match.
    private static func types(in code: String) -> [String] {
        let words = code.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
                false
            default: true
            }
        }
        return words.compactMap { word in
            let word = Substring(word)
            let ending = [".self", ".checkDrift", ".requireNoDrift"].first { word.hasSuffix($0) }
            let name = ending.map { word.dropLast($0.count).drop { !$0.isLetter && $0 != "_" } } ?? ""
            return name.isEmpty ? nil : String(name)
        }
    }

    /// Returns the tests that check a version for drift.
    func drift(of schema: String) -> [ReviewTest] {
        functions.filter { $0.checksDrift && $0.names(schema) }.map(\.test)
    }

    /// Returns the tests that migrate stores from one version of a group to another, or on a longer path that includes
    /// this migration.
    ///
    /// - Parameter frozen: the names of the group's frozen versions.
    func migration(from: SchemaVersion, to: SchemaVersion, in group: VersionGroup, frozen: Set<String>) -> [ReviewTest]
    {
        let versions = group.graph.versions
        guard let start = versions.firstIndex(where: { $0.schema == from.schema }),
            let end = versions.firstIndex(where: { $0.schema == to.schema })
        else { return [] }
        func isFrozen(_ index: Int) -> Bool { frozen.contains(versions[index].name) }
        return functions.filter { function in
            if let plan = group.plan, !function.names(plan.name) { return false }
            if function.migratesAll {
                // The matrix migrates every frozen version to every later one.
                return versions[...start].indices.contains(where: isFrozen)
                    && versions[end...].indices.contains(where: isFrozen)
            }
            guard function.migrates else { return false }
            let startsBefore = versions[...start].contains { version in
                function.fixtures.contains(version.name)
            }
            return startsBefore && versions[end...].contains { $0.schema.map(function.names) == true }
        }.map(\.test)
    }
}
