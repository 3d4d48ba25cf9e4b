import Foundation
import PermafrostTestSupport
import Testing

/// Every sentence of the trust section in SECURITY.md has tests that prove it.
@Suite struct SecurityPromiseTests {
    /// The beginning of a sentence, and its tests: files below `Tests` without the extension, and functions.
    private static let proofs: [(start: String, tests: [String])] = [
        (
            "Permafrost reads files that others wrote",
            [
                "PermafrostCommandTests/HostileInputTests.frozenModels",
                "PermafrostCommandTests/HostileInputTests.sources",
            ]
        ),
        (
            "Stores are opened read-only",
            ["PermafrostStoreTests/StoreReaderTests.readOnly", "PermafrostStoreTests/HostileStoreTests.foreignObjects"]
        ),
        ("To read a foreign store with a `-wal`", ["PermafrostStoreTests/StoreReaderTests.walOnly"]),
        ("The copies are removed at the end", ["PermafrostCommandTests/KilledCopyTests.nothingIsLeft"]),
        ("If it is killed, the next start", ["PermafrostCommandTests/KilledCopyTests.nothingIsLeft"]),
        ("Lengths, counts and depths", ["FuzzTargetsTests/CorpusTests.refusals"]),
        ("`Fuzz` has targets", ["FuzzTargetsTests/CorpusTests.readingEveryCorpusFileTerminates"]),
        (
            "A user's store that",
            [
                "PermafrostStoreTests/AnonymizedConformanceTests.texts",
                "PermafrostStoreTests/AnonymizedConformanceTests.values",
                "PermafrostFixturesTests/Anonymization/StoreAnonymizerTests.tracesAreRemoved",
                "PermafrostFixturesTests/Anonymization/TinyStoreTests.nothingOfTheOriginalStays",
            ]
        ),
        (
            "Its Booleans and enums",
            ["PermafrostFixturesTests/Anonymization/TinyStoreTests.declaredValuesDoNotCorrelate"]
        ),
        (
            "In a unique constraint",
            ["PermafrostFixturesTests/Anonymization/TinyStoreTests.uniqueDeclaredValuesStayDifferent"]
        ),
        ("Text from outside is shown", ["PermafrostCommandTests/ForeignTextTests.sources"]),
        (
            "In text, Markdown and messages",
            [
                "PermafrostCommandTests/ForeignCommandTests.everyCommand",
                "PermafrostSourceTests/ParsingWatchTests.aCrashOfAFileWithACommandInItsName",
            ]
        ),
        ("JSON, SARIF, JUnit and HTML escape", ["PermafrostCommandTests/ForeignTextTests.places"]),
        ("Sources are parsed", ["PermafrostCommandTests/SecurityPromiseTests.sourcesAreNeverCompiledOrRun"]),
        ("git's folder is found only by the name", ["PermafrostProjectTests/GitSearchTests.filesThatNameTheGitFolder"]),
        (
            "A folder with a different name",
            ["PermafrostProjectTests/GitSearchTests.aGitFolderWithAnotherNameIsNotUsed"]
        ),
        ("git runs no filter", ["PermafrostProjectTests/GitSearchTests.settingsRunNothing"]),
        (
            "Contents that a partial",
            ["PermafrostProjectTests/CommittedFilesTests.contentsMissingFromAPartialCloneAreAnError"]
        ),
        (
            "If git prints nothing",
            [
                "PermafrostProjectTests/GitSearchTests.aPipeInGitsFolder",
                "PermafrostCommandTests/Gate/UnreadableGitTests.aGitProcessThatHangsIsStopped",
            ]
        ),
        (
            "Names in commits that no checkout can have",
            [
                "PermafrostProjectTests/HostileTreeTests.fileNamesThatGitNeverChecksOutAreIgnored",
                "PermafrostProjectTests/HostileTreeTests.folderNamesThatGitNeverChecksOutAreIgnored",
            ]
        ),
        (
            "Files in a project are written and removed",
            [
                "PermafrostFixturesTests/Files/RootFolderTests.aLinkInThePathIsNotFollowed",
                "PermafrostFixturesTests/Files/RootFolderTests.aLinkAtTheEndOfThePathIsNotFollowed",
                "PermafrostCommandTests/Gate/FixtureDeliveryTests.attributesThroughALinkAreNotWritten",
            ]
        ),
        (
            "The temporary files of an interrupted run",
            [
                "PermafrostStoreTests/Files/LockedFolderTests.everythingElseIsKept",
                "PermafrostStoreTests/Files/LockedFolderTests.otherTargetsOfLinksAreKept",
            ]
        ),
        (
            "The large values of a fixture's store",
            [
                "PermafrostFixturesTests/Fixtures/NamedStoreTests.linkedFoldersOfLargeValuesAreDamage",
                "PermafrostStoreTests/LargeValueCellTests.aLinkInPlaceOfAValueIsNotFollowed",
            ]
        ),
        (
            "A symbolic link in place of a value",
            [
                "PermafrostFixturesTests/Fixtures/NamedStoreTests.linkedFoldersOfLargeValuesAreDamage",
                "PermafrostStoreTests/LargeValueCellTests.aLinkInPlaceOfAValueIsNotFollowed",
            ]
        ),
        ("Files are compared with commits", ["PermafrostProjectTests/CommittedFilesTests.theFileIsCompared"]),
        ("If only a filter could produce", ["PermafrostProjectTests/CommittedFilesTests.theFileIsCompared"]),
        (
            "`permafrost mcp` offers no tool",
            [
                "PermafrostCommandTests/Agents/MCPServerTests.theToolsAreTheCommandsThatOnlyRead",
                "PermafrostCommandTests/Agents/AgentToolTests.everyToolReturnsAResultAndWritesNothing",
            ]
        ),
        ("A path in a call", ["PermafrostCommandTests/Agents/AgentToolTests.badArgumentsAreExplained"]),
        (
            "The sizes of requests and answers",
            [
                "PermafrostCommandTests/Agents/MCPServerTests.aLineThatIsTooLongIsAnError",
                "PermafrostCommandTests/Agents/MCPServerTests.aLongAnswerIsCut",
            ]
        ),
        ("A review in JSON", ["PermafrostCommandTests/Review/ReviewInputTests.aReviewThatGrowsIsCut"]),
        ("A longer one is cut", ["PermafrostCommandTests/Review/ReviewInputTests.aLongReviewIsCut"]),
        (
            "`action.yml` writes",
            [
                "PermafrostCommandTests/ActionTests.aStepWritesOnlyTheRunnersFiles",
                "PermafrostCommandTests/ActionTests.theActionsFolderIsNotWritten",
            ]
        ),
        ("The input `output`", ["PermafrostCommandTests/ActionTests.theOutputIsWrittenThroughNoLink"]),
        ("No output of a step", ["PermafrostCommandTests/ActionTests.noOutputNamesAProgram"]),
        ("A baseline in the project", ["PermafrostCommandTests/BaselineTests.driftIsNotHiddenByAnEntry"]),
        ("With `--base`", ["PermafrostCommandTests/BaselineTests.aBranchCannotAcceptItsOwnFindings"]),
        ("A `git` in the project", ["PermafrostProjectTests/GitSearchTests.aProgramOfTheProjectIsNotRun"]),
        ("If you unpack an archive", ["PermafrostProjectTests/GitSearchTests.settingsRunNothing"]),
        ("Nothing in the folder runs", ["PermafrostProjectTests/GitSearchTests.settingsRunNothing"]),
        (
            "A checkout can't contain state",
            [
                "PermafrostCommandTests/HostileStateTests.committedJournals",
                "PermafrostCommandTests/HostileStateTests.aCommittedCache",
            ]
        ),
        ("The journals of", ["PermafrostProjectTests/EditJournalTests.isInTheGitFolderOfTheWorkTree"]),
        ("Only a journal that belongs to this user", ["PermafrostProjectTests/EditJournalTests.gitsFolderIsShared"]),
        ("In a plugin's work folder", ["PermafrostProjectTests/EditJournalTests.aJournalInAWorkFolderNeedsASignature"]),
        ("A journal is used only if", ["PermafrostProjectTests/EditJournalTests.aCommittedJournalHasNoEffect"]),
        ("A path that is absolute", ["PermafrostProjectTests/EditJournalTests.isNotWritten"]),
        ("The cache is in the user's cache folder", ["PermafrostCommandTests/HostileStateTests.withoutAHomeFolder"]),
        (
            "Every entry has a signature",
            ["PermafrostProjectTests/CacheFolderTests.entriesWithoutAValidSignatureAreIgnored"]
        ),
        (
            "A forged, moved or damaged entry",
            ["PermafrostProjectTests/CacheFolderTests.entriesWithoutAValidSignatureAreIgnored"]
        ),
        ("Without a home folder", ["PermafrostCommandTests/HostileStateTests.withoutAHomeFolder"]),
        (
            "Migration plans, hooks and tests",
            ["PermafrostTests/Safety/InterruptedMigrationTests.aHookThatDidNotRunRunsOnce"]
        ),
    ]

    /// Returns the section's sentences: paragraphs and list items, split after each full stop.
    private static func sentences() throws -> [String] {
        let text = try String(contentsOf: SourceTree.root.appending(path: "SECURITY.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("What is trusted") })
        let body = section.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map { line in
            line.hasPrefix("- ") ? "\n\n" + line.dropFirst(2) : line.trimmingCharacters(in: .whitespaces)
        }.joined(separator: "\n")
        return body.components(separatedBy: "\n\n").flatMap { paragraph in
            paragraph.split(separator: "\n").joined(separator: " ").components(separatedBy: ". ")
        }.filter { !$0.isEmpty }
    }

    @Test func everySentenceHasATest() throws {
        let sentences = try Self.sentences()
        #expect(sentences.count > 20)
        for sentence in sentences {
            #expect(Self.proofs.count { sentence.hasPrefix($0.start) } == 1, "no test is named for: \(sentence)")
        }
        for proof in Self.proofs {
            #expect(sentences.count { $0.hasPrefix(proof.start) } == 1, "no such sentence: \(proof.start)")
        }
    }

    @Test func everyTestExists() throws {
        for test in Self.proofs.flatMap(\.tests) {
            let parts = test.split(separator: ".").map(String.init)
            try #require(parts.count == 2, "\(test)")
            let code = try String(
                contentsOf: SourceTree.root.appending(path: "Tests/\(parts[0]).swift"), encoding: .utf8)
            let start = try #require(code.range(of: "func \(parts[1])(")?.lowerBound, "\(test)")
            // The nearest declaration above must be the test's own attribute.
            let above = code[..<start]
            let attribute = try #require(above.range(of: "@Test", options: .backwards), "\(test)")
            #expect(!above[attribute.upperBound...].contains("\n    func "), "\(test) is not a test")
            #expect(!above[attribute.upperBound...].contains(".disabled"), "\(test)")
        }
    }

    /// A package whose manifest and sources would leave a trace if they ran, and compilers that would, too.
    @Test func sourcesAreNeverCompiledOrRun() throws {
        let folder = try ScratchFolder()
        let mark = folder.path("RAN")
        try folder.write(
            """
            // swift-tools-version: 6.0
            import Foundation
            let mark = FileManager.default.createFile(atPath: "\(mark)", contents: nil)
            """, to: "Package.swift")
        try folder.write(
            """
            import SwiftData
            let mark = FileManager.default.createFile(atPath: "\(mark)", contents: nil)
            enum NotesV1: VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
                static var models: [any PersistentModel.Type] { [Note.self] }
                @Model final class Note { var title: String = ""; init() {} }
            }
            """, to: "Sources/Notes.swift")
        let programs = [
            "swift", "swiftc", "swift-build", "swift-package", "xcrun", "xcodebuild", "clang", "sh", "bash",
        ]
        for name in programs {
            try folder.write("#!/bin/sh\ntouch '\(mark)'\n", to: "bin/\(name)")
            chmod(folder.path("bin/\(name)"), 0o755)
        }
        let path = ["PATH": folder.path("bin") + ":/usr/bin:/bin"]
        for arguments in [["freeze", "--all"], ["check"], ["lint"], ["list"], ["report"]] {
            let result = try Tool.run(arguments, in: folder.url, environment: path, cache: folder)
            #expect(result.status != 2 || arguments == ["report"], "\(arguments): \(result)")
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    /// git rejects a repository of another user, and a check explains the fix.
    @Test(.enabled(if: geteuid() == 0, "only root can give a folder to another user"))
    func anotherUsersRepositoryIsExplained() throws {
        let repository = try GateRepository()
        let path = repository.folder.url.path
        _ = try CommandResult.running(["chown", "-R", "12345:12345", path], in: repository.folder.url)
        let none = [
            "GIT_CONFIG_NOSYSTEM": "1", "HOME": repository.folder.path("home"), "XDG_CONFIG_HOME": "/nonexistent",
        ]
        let check = try Tool.run(["check"], in: repository.folder.url, environment: none, cache: repository.folder)
        #expect(check.output.contains("git config --global --add safe.directory"), "\(check)")
        #expect(check.output.contains("another user owns this folder"), "\(check)")
    }
}
