import Foundation
import PermafrostTestSupport
import Testing

/// Every test target is in exactly one class of `Scripts/test`, so that exactly one target of `make` runs each test.
@Suite struct TestClassTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
    }

    /// Returns the pattern of each class, keyed by the class's name in the script.
    private static func classes() throws -> [String: Regex<AnyRegexOutput>] {
        let lines = try text("Scripts/test").matches(of: /(?m)^(\w+)='(\S+)'$/)
        return try Dictionary(uniqueKeysWithValues: lines.map { (String($0.1), try Regex(String($0.2))) })
    }

    /// The folders with test targets and the names in the manifest are the same.
    @Test func eachTargetIsInOneClass() throws {
        let manifest = try Self.text("Package.swift")
        let declared = Set(manifest.matches(of: /(?:\btests\(|\.testTarget\(\s*name: )\s*"(\w+)"/).map { String($0.1) })
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: SourceTree.root.appending(path: "Tests").path)
        #expect(declared == Set(folders.filter { $0.hasSuffix("Tests") }))

        let classes = try Self.classes()
        #expect(Set(classes.keys) == ["in_process", "commands", "packages", "apple"])
        for target in declared {
            let matching = try classes.filter { try $0.value.wholeMatch(in: target) != nil }.keys.sorted()
            #expect(matching.count == 1, "\(target) is in \(matching)")
        }
    }

    /// Every class is run by a target of `make` and by continuous integration.
    @Test func eachClassIsRun() throws {
        let (makefile, integration) = (try Self.text("Makefile"), try Self.text(".ci/run"))
        for (target, name) in [("test", "usual"), ("test-packages", "packages"), ("check-apple", "apple")] {
            #expect(makefile.contains("@Scripts/test \(name)\n"), "\(name)")
            #expect(integration.contains(try Regex("(?m)^make \(target)( |$)")), "\(target)")
        }
        #expect(makefile.contains("@Scripts/test fast\n"))
    }
}
