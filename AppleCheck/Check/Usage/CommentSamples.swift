import Foundation

/// The Swift code in the documentation comments of the modules that apps and tests import.
///
/// The blocks of a source become one file, in which every line keeps its number. The imports of all blocks come first.
/// A block of declarations becomes the members of a type, so that samples can declare equal names. A block with an
/// extension stays at file level. Any other block becomes the body of an asynchronous function that throws. The unit
/// also contains `AppleCheck/Samples/Prelude.swift`.
///
/// `@Test` is removed, because the data that its macro generates isn't constant for the stand-ins' targets.
enum CommentSamples {
    private static let imports = [
        "Foundation", "Observation", "Permafrost", "PermafrostMacros", "PermafrostTesting", "SwiftData", "Testing",
        "XCTest",
    ]

    /// The sources whose samples call functions that only Apple's Foundation has. The stand-ins lack these functions.
    private static let unchecked: Set<String> = ["Sources/SwiftData/FoundationNames/StringPredicates.swift"]

    /// Returns a unit with all samples.
    static func unit(in repository: String, dependencies: [String], arguments: [String]) throws -> CheckUnit {
        func text(_ path: String) throws -> String {
            try String(contentsOfFile: "\(repository)/\(path)", encoding: .utf8)
        }
        let samples = try documentedSources(in: repository).compactMap { path -> CheckUnit.Source? in
            let page = try documentation(of: text(path))
            let samples = try DocumentSamples.samples(in: page, of: path).map(\.source)
            return samples.isEmpty ? nil : file(of: samples, path: path)
        }
        let prelude = try CheckUnit.Source(repository: repository, path: "AppleCheck/Samples/Prelude.swift")
        return CheckUnit(
            name: "CommentSamples", sources: [prelude] + samples, dependencies: dependencies,
            // Samples show values that they don't use.
            arguments: arguments + ["-suppress-warnings"])
    }

    /// Returns the paths of the sources in the modules that apps and tests import, except the unchecked sources.
    static func documentedSources(in repository: String) throws -> [String] {
        try ["Permafrost", "PermafrostFreezing", "PermafrostTesting", "SwiftData"].flatMap { module in
            guard let files = FileManager.default.enumerator(atPath: "\(repository)/Sources/\(module)") else {
                throw CheckFailure("can't list \(repository)/Sources/\(module)")
            }
            return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
                .map { "Sources/\(module)/\($0)" }.filter { !unchecked.contains($0) }.sorted()
        }
    }

    /// Returns the documentation comments of a source as a page. All other lines are blank, so every line keeps its
    /// number.
    static func documentation(of source: String) -> String {
        source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("///") else { return "" }
            return String(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3))
        }.joined(separator: "\n")
    }

    /// Returns the samples of a source as one file that compiles. The code around a sample is on the lines of its
    /// fence.
    static func file(of samples: [CheckUnit.Source], path: String) -> CheckUnit.Source {
        func isImport(_ line: String) -> Bool { line.hasPrefix("import ") || line.hasPrefix("@testable import ") }
        var lines: [String] = []
        var imported = imports.map { "import \($0)" } + ["@testable import Posts"]
        // The module for Linux also declares what only newer systems have.
        let availability =
            path.hasPrefix("Sources/SwiftData/")
            ? "@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) " : ""
        let name = path.split(separator: "/").last?.prefix { $0.isLetter } ?? ""
        for sample in samples {
            let code = sample.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
            imported += code.filter { isImport($0) && !imported.contains($0) }
            let own = "\(name)Sample\(sample.firstLine)"
            let (opening, closing) =
                switch Frame(of: code.filter { !isImport($0) }) {
                case .file: ("", "")
                case .type: (availability + "struct \(own) {", "}")
                case .function: (availability + "func sample\(own)() async throws {", "}")
                }
            lines += Array(repeating: "", count: max(0, sample.firstLine - 2 - lines.count)) + [opening]
            lines += code.map { isImport($0) ? "" : $0.replacing("@Test ", with: "") } + [closing]
        }
        return CheckUnit.Source(
            path: path, text: lines.joined(separator: "\n") + "\n", preamble: imported.joined(separator: "\n") + "\n")
    }

    /// The code around a sample.
    private enum Frame {
        case file
        case type
        case function

        private static let declarations: Set<Substring> = [
            "actor", "class", "enum", "extension", "final", "func", "nonisolated", "private", "protocol", "public",
            "struct",
        ]

        init(of lines: [String]) {
            if lines.contains(where: { $0.hasPrefix("extension ") }) {
                self = .file
                return
            }
            let code = lines.first { !$0.isEmpty && !$0.hasPrefix("//") } ?? ""
            let first = code.split(separator: " ").first ?? ""
            self = first.hasPrefix("@") || Self.declarations.contains(first) ? .type : .function
        }
    }
}
