import Foundation
import PermafrostTestSupport
import Testing

/// `new-version` with the idioms that teams use to keep versions, before and after the edit.
@Suite struct NextVersionTests {
    /// A project that has shipped its newest version.
    struct Shipped {
        let folder: ScratchFolder
        private let idiom: VersionIdiom

        init(_ idiom: VersionIdiom, isFrozen: Bool = true) throws {
            self.idiom = idiom
            folder = try ScratchFolder()
            try folder.write(".cache\n", to: ".gitignore")
            for (path, text) in idiom.files { try folder.write(text, to: path) }
            if isFrozen {
                let freeze = try Tool.run("freeze", "--all", in: folder)
                #expect(freeze.status == 0, "\(freeze)")
            }
            try GitTests.History.git(["init", "--quiet", "--initial-branch", "main"], folder)
            try GitTests.History.git(["add", "--all"], folder)
            try GitTests.History.git(["commit", "--quiet", "--no-gpg-sign", "--message", "Shipped"], folder)
            try GitTests.History.git(["tag", "--no-sign", "v\(idiom.newest)"], folder)
        }

        func edit() throws {
            for (path, old, new) in idiom.edit { try folder.edit(path, old, new) }
        }

        /// Returns the checksum of each version, by name.
        func checksums() throws -> [String: String] {
            let list = try Report(Tool.run("list", "--format", "json", "--no-cache", in: folder))
            return Dictionary(
                list.versions.compactMap { version in
                    guard let name = version["version"] as? String, let sum = version["versionChecksum"] as? String
                    else { return nil }
                    return (name, sum)
                }
            ) { first, _ in first }
        }

        func text(_ path: String) throws -> String {
            try String(contentsOfFile: folder.path(path), encoding: .utf8)
        }

        /// Returns the files, except the cache and git's folder.
        func files() throws -> [String: Data] {
            try folder.files().filter { !$0.key.hasPrefix(".cache") && !$0.key.hasPrefix(".git/") }
        }
    }

    private static let plain =
        VersionIdiom.all + VersionIdiom.planless + VersionIdiom.referringToEdited + VersionIdiom.indirect
    private static let varied = [VersionIdiom.freezeBehind, .copyForward, .alone].map(\.variations)
    static let idioms = plain + varied.joined()

    /// Each project, before and after the edit. Of an idiom's variations, a selection covers every pair of idiom,
    /// variation and edit: `make test-packages` tests all combinations.
    static let cases: [(VersionIdiom, Bool)] = {
        func both(_ idioms: [VersionIdiom]) -> [(VersionIdiom, Bool)] { idioms.flatMap { [($0, false), ($0, true)] } }
        guard !TestRun.isThorough, !DiffTable.isWriting else { return both(idioms) }
        let rows = CoveringArray(counts: [varied.count, varied[0].count, 2]).rows
        return both(plain) + rows.map { (varied[$0[0]][$0[1]], $0[2] == 1) }
    }()

    @Test(arguments: cases) func theNextVersion(_ idiom: VersionIdiom, _ isEdited: Bool) throws {
        let project = try Shipped(idiom)
        let shipped = try project.checksums()
        if isEdited {
            try project.edit()
            let check = try Tool.run("check", in: project.folder)
            #expect(check.output.contains("permafrost new-version. It reverts "), "\(check)")
        }
        let edited = try project.checksums()
        let before = try project.files()
        let dry = try Tool.run("new-version", "--dry-run", in: project.folder)
        #expect(dry.status == 0, "\(dry)")
        #expect(try project.files() == before)

        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        try DiffTable.expect(idiom, isEdited: isEdited, in: project.folder)
        let after = try project.checksums()
        for (version, sum) in shipped { #expect(after[version] == sum, "\(version)") }
        #expect(after[idiom.next] == edited[idiom.newest] && after[idiom.next] != nil)
        #expect((after[idiom.next] != after[idiom.newest]) == isEdited)
        let check = try Tool.run("check", in: project.folder)
        // Equal hashes are only a warning if the plan has no stage.
        let hasStage = try project.files().values.contains { file in
            ["fromVersion:", "Stage(from:"].contains { String(decoding: file, as: UTF8.self).contains($0) }
        }
        #expect(check.status == (isEdited || !hasStage ? 0 : 1), "\(check)")
        #expect(check.output.contains("PF0202") == !isEdited, "\(check)")

        let files = try project.files()
        let again = try Tool.run("new-version", in: project.folder)
        #expect(again.status == 2 && again.errors.contains("hasn't shipped"), "\(again)")
        #expect(try project.files() == files)
        let undo = try Tool.run("new-version", "--undo", in: project.folder)
        #expect(undo.status == 0, "\(undo)")
        #expect(try project.files() == before)
    }

    @Test func theTableOfLinesHasEachProjectOnce() throws {
        #expect(try DiffTable.names() == DiffTable.expectedNames)
    }

    #if os(Linux)
        /// The written code compiles.
        @Test(
            arguments: VersionIdiom.all + VersionIdiom.planless + VersionIdiom.referringToEdited + VersionIdiom.indirect
                + [
                    StageCodeTests.idiom
                ]
                + VersionIdiom.freezeBehind.variations.filter { idiom in
                    ["value type", "observers", "CRLF"].contains { idiom.name.contains($0) }
                })
        func theWrittenCodeCompiles(_ idiom: VersionIdiom) throws {
            let project = try Shipped(idiom)
            try project.edit()
            if TestRun.isThorough { #expect(try project.typeCheck().isEmpty) }
            #expect(try Tool.run("new-version", in: project.folder).status == 0)
            let output = try project.typeCheck()
            #expect(output.isEmpty, "\(output)")
        }
    #endif
}

#if os(Linux)
    extension NextVersionTests.Shipped {
        func typeCheck() throws -> String {
            let paths = try files().keys.filter { $0.hasSuffix(".swift") }.sorted()
            return try TypeCheck(paths.map(folder.path), ["-module-name", "Main"], in: folder.url).output
        }
    }
#endif
