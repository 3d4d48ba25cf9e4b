import Foundation
import PermafrostTestSupport
import Testing

/// `ARCHITECTURE.md` matches the sources: the modules with their imports, their folders, and the files that it names.
@Suite struct ArchitecturePageTests {
    private struct Module: Hashable {
        let name: String
        let imports: [String]
    }

    private static func page() throws -> String {
        try String(contentsOf: SourceTree.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    }

    /// Returns the rows of the table of modules, in order.
    private static func documented() throws -> [Module] {
        try page().split(separator: "\n").compactMap { line in
            guard let row = try? /^\| `(\w+)` \| ([^|]*) \| [^|]+ \|$/.wholeMatch(in: line) else { return nil }
            return Module(name: String(row.1), imports: row.2.matches(of: /`(\w+)`/).map { String($0.1) })
        }
    }

    /// Returns the modules that contain Swift code, each with the modules of this package that it imports.
    private static func modules() throws -> [String: Set<String>] {
        let code = try SourceTree.code(below: "Sources")
        var imports: [String: Set<String>] = [:]
        for (path, text) in code {
            let module = String(path.split(separator: "/")[1])
            imports[module, default: []].formUnion(
                text.matches(of: /^[@\w ()]*\bimport (?:struct |class |enum |func )?(\w+)/.anchorsMatchLineEndings())
                    .map { String($0.1) })
        }
        let names = Set(imports.keys)
        return imports.mapValues { $0.intersection(names) }
    }

    @Test func theTableOfModulesIsTrue() throws {
        let documented = try Self.documented()
        let modules = try Self.modules()
        #expect(Set(documented.map(\.name)) == Set(modules.keys))
        for module in documented { #expect(Set(module.imports) == modules[module.name], "\(module.name)") }
    }

    @Test func modulesImportOnlyModulesAboveThem() throws {
        var above: Set<String> = []
        for module in try Self.documented() {
            #expect(above.isSuperset(of: module.imports), "\(module.name)")
            above.insert(module.name)
        }
    }

    @Test func everyFolderIsNamed() throws {
        let page = try Self.page()
        let lists = try #require(page.firstRange(of: "## Folders"))
        let end = try #require(page.firstRange(of: "## One place for each decision"))
        let text = page[lists.upperBound..<end.lowerBound]
        var documented: [String: Set<String>] = [:]
        for entry in text.components(separatedBy: "\n- `").dropFirst() {
            let names = "`\(entry)".matches(of: /`(\w+)`/).map { String($0.1) }
            documented[names[0]] = Set(names.dropFirst())
        }
        var folders: [String: Set<String>] = [:]
        for path in try SourceTree.code(below: "Sources").keys {
            let parts = path.split(separator: "/").map(String.init)
            if parts.count > 3 { folders[parts[1], default: []].insert(parts[2]) }
        }
        #expect(documented.keys.sorted() == folders.keys.sorted())
        for (module, names) in folders { #expect(documented[module] == names, "\(module)") }
    }

    @Test func everyFileThatIsNamedExists() throws {
        let paths = try Self.page().matches(of: /`(Sources\/[^`]+)`/).map { String($0.1) }
        #expect(paths.count > 30)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: SourceTree.root.appending(path: path).path), "\(path)")
        }
    }

    /// Nobody follows a journey through more files.
    @Test(arguments: ["freeze 2.0.0", "check", "lint", "new-version", "scaffold"])
    func aJourneyHasAtMostTenFiles(_ command: String) throws {
        let page = try Self.page()
        let start = try #require(page.firstRange(of: "**`permafrost \(command)`**"))
        let rest = page[start.upperBound...]
        let journey = rest[..<(rest.firstRange(of: "\n**`")?.lowerBound ?? rest.endIndex)]
        let files = journey.matches(of: /`(Sources\/[^`]+\.swift)`/).map { String($0.1) }
        #expect((5...10).contains(Set(files).count), "\(files)")
    }
}
