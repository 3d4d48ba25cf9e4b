import Foundation
import PermafrostTestSupport
import Testing

/// Every public symbol of the modules that apps and their tests import has documentation.
@Suite struct DocumentedSymbolsTests {
    @Test(arguments: ["Permafrost", "PermafrostTesting", "SwiftData"])
    func everyPublicSymbolHasAnAbstract(module: String) throws {
        let symbols = try SymbolGraph.documentation(of: module)
        #expect(symbols.count > 50)
        #expect(symbols.filter { !$0.isDocumented }.map(\.name).sorted() == [])
    }
}

extension SymbolGraph {
    /// A symbol and its documentation, if any.
    struct DocumentedSymbol: Decodable {
        let pathComponents: [String]
        let docComment: Comment?

        struct Comment: Decodable {
            let lines: [Line]
        }
        struct Line: Decodable {
            let text: String
        }

        var name: String { pathComponents.joined(separator: ".") }
        var isDocumented: Bool { docComment?.lines.contains { !$0.text.isEmpty } ?? false }
    }

    private struct DocumentedSymbols: Decodable {
        let symbols: [DocumentedSymbol]
    }

    /// Returns the public symbols of a module in this build, without those that the compiler synthesizes.
    static func documentation(of module: String) throws -> [DocumentedSymbol] {
        try Places.withFolder { folder in
            try run(
                [
                    "swift-symbolgraph-extract", "-module-name", module, "-target",
                    BuildFolder.url.deletingLastPathComponent().lastPathComponent, "-output-dir", folder.path,
                    "-minimum-access-level", "public", "-skip-synthesized-members", "-I",
                    BuildFolder.url.appendingPathComponent("Modules").path,
                ] + Places.systemModuleArguments)
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "json" }
                .flatMap { try JSONDecoder().decode(DocumentedSymbols.self, from: Data(contentsOf: $0)).symbols }
        }
    }
}
