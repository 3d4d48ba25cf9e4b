#if os(Linux)
    import Foundation
    import PermafrostTestSupport
    import Testing

    @testable import PermafrostProject

    /// Several sources are all written or none, and can be reverted, even if the process is killed or the power fails.
    @Suite(.enabled(if: TestRun.isWhole)) struct SourceEditsTests {
        private static let old = [
            "App/Plan.swift": "enum Plan {}\n", "App/V1.swift": "enum V1 {}\n",
        ]
        /// A fixture, which appears as a unit.
        private static let fixture = ["Fixtures/1.0.0/schema.swift", "Fixtures/1.0.0/store.swift"].map {
            (path: $0, bytes: Array("// \($0)\n".utf8))
        }
        private static let new = [
            (path: "App/V2.swift", text: "enum V2 {}\n", isNew: true),
            (path: "New/V2+Trip.swift", text: "extension V2 {}\n", isNew: true),
            (path: "App/Plan.swift", text: "enum Plan { /* V2 */ }\n", isNew: false),
            (path: "App/V1.swift", text: "enum V1 { }\n", isNew: false),
        ]

        private static func edits(_ folder: String) -> SourceEdits {
            let place = JournalPlaces.Place(folder: PlacedFolder(base: folder, folder: "state"))
            return SourceEdits(
                directory: folder + "/project",
                journalsIn: JournalPlaces(places: [place], checkout: folder + "/project"),
                command: "new-version", key: nil)
        }

        private static func prepare(_ folder: String) throws {
            for (path, text) in old {
                let url = URL(fileURLWithPath: folder + "/project/" + path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
            }
            try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
        }

        private static func write(_ folder: String) throws {
            try edits(folder).write(
                new, expecting: old.mapValues { Array($0.utf8) }, adding: fixture)
        }

        private static var written: [String: String] {
            Dictionary(
                uniqueKeysWithValues: new.map { ($0.path, $0.text) }
                    + fixture.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
        }

        /// Returns the sources in a folder, except hidden ones, which belong to an ended process.
        private static func sources(_ folder: String) throws -> [String: String] {
            let root = folder + "/project"
            var found: [String: String] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: root)
            where path.hasSuffix(".swift") && !("/" + path).contains("/.") {
                found[path] = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
            }
            return found
        }

        private struct Wrong: Error, CustomStringConvertible {
            let description: String
        }

        /// Explores the possible states of a disk at every call of an operation.
        private func explore(
            _ prepare: (String) throws -> Void, _ operation: (String) throws -> Void,
            check: @escaping (_ folder: String, _ isDone: Bool) throws -> Void
        ) throws -> PowerLossExplorer.Result {
            let folder = try ScratchFolder()
            let place = folder.path("recorded")
            try prepare(place)
            let start = try RecordedDisk(place)
            let (_, observation) = try ObservedFolder.observing(place, keepsRecords: true) { mark in
                try operation(place)
                mark("done")
            }
            var explorer = PowerLossExplorer(samples: 40, seed: 18, in: folder.url.path) { path, marks in
                try check(path, !marks.isEmpty)
            }
            return try explorer.explore(.init(name: "edits", start: start, calls: observation.calls))
        }

        @Test func allAreWrittenOrNone() throws {
            func check(_ folder: String, _ isDone: Bool) throws {
                // A dry run, which must not write, fails here.
                let before = try Self.sources(folder)
                let fixture = before.keys.count { $0.hasPrefix("Fixtures/") }
                guard [0, Self.fixture.count].contains(fixture) else { throw Wrong(description: "half of a fixture") }
                if before != Self.old, before != Self.written {
                    do {
                        try Self.edits(folder).expectFinished()
                        throw Wrong(description: "half of the files, and a dry run would read them")
                    } catch SourceEditError.cutShort {}
                }
                _ = try Self.edits(folder).finish()
                let found = try Self.sources(folder)
                guard found == Self.written || !isDone && found == Self.old else {
                    throw Wrong(description: "\(found)")
                }
                guard found == Self.written else { return }
                _ = try Self.edits(folder).undo()
                guard try Self.sources(folder) == Self.old else { throw Wrong(description: "not reverted") }
            }
            let result = try explore(Self.prepare, Self.write, check: check)
            for failure in result.failures.prefix(3) { Issue.record("\(failure)") }
            #expect(result.broken == 0)
            #expect(result.opened > 30)
        }

        @Test func undoRevertsEveryFileOrNone() throws {
            func prepare(_ folder: String) throws {
                try Self.prepare(folder)
                try Self.write(folder)
            }
            func takeBack(_ folder: String) throws { _ = try Self.edits(folder).undo() }
            func check(_ folder: String, _ isDone: Bool) throws {
                do { try takeBack(folder) } catch SourceEditError.nothingToUndo {}
                let found = try Self.sources(folder)
                guard found == Self.old else { throw Wrong(description: "\(isDone) \(found)") }
            }
            let result = try explore(prepare, takeBack, check: check)
            for failure in result.failures.prefix(3) { Issue.record("\(failure)") }
            #expect(result.broken == 0)
        }

        /// A run without `--undo` also finishes an interrupted undo, so it never works on half of the files.
        @Test func theNextRunFinishesAnInterruptedUndo() throws {
            func prepare(_ folder: String) throws {
                try Self.prepare(folder)
                try Self.write(folder)
            }
            func check(_ folder: String, _ isDone: Bool) throws {
                _ = try Self.edits(folder).finish()
                let found = try Self.sources(folder)
                guard found == Self.old || !isDone && found == Self.written else {
                    throw Wrong(description: "\(isDone) \(found)")
                }
            }
            let result = try explore(prepare, { _ = try Self.edits($0).undo() }, check: check)
            for failure in result.failures.prefix(3) { Issue.record("\(failure)") }
            #expect(result.broken == 0)
            #expect(result.opened > 10)
        }

        @Test func undoKeepsAFileThatWasEditedSince() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            try Self.write(folder.url.path)
            try folder.write("enum V2 { case mine }\n", to: "project/App/V2.swift")
            let before = try Self.sources(folder.url.path)
            let journal = folder.path("state/new-version.json")
            #expect(throws: SourceEditError.editedSince(path: "App/V2.swift", journal: journal)) {
                try Self.edits(folder.url.path).undo()
            }
            #expect(try Self.sources(folder.url.path) == before)
        }

        /// Every call that can fail does, on a full disk or once. The result is the old project or the new one, at the
        /// latest after the next run, and matches the reported error.
        @Test(arguments: [ObservedFolder.Fate.fail(EIO), .fail(ENOSPC), .failOn(ENOSPC), .failOn(EIO)])
        func everyFailureLeavesAllOrNone(_ fate: ObservedFolder.Fate) throws {
            let changing: Set<RecordedCall.Kind> = [
                .write, .sync, .rename, .exchange, .link, .unlink, .makeFolder, .removeFolder, .attributes,
            ]
            var number = 0
            while true {
                number += 1
                let folder = try ScratchFolder()
                try Self.prepare(folder.url.path)
                let (error, seen) = try ObservedFolder.observing(folder.url.path, number: number, fate: fate) { _ in
                    Result { try Self.write(folder.url.path) }
                }
                guard let hit = seen.hit else { break }
                guard changing.contains(hit.kind) || hit.kind == .open else { continue }
                let place = Comment(rawValue: "call \(number), \(hit.kind) \(hit.path): \(error)")
                let found = try Self.sources(folder.url.path)
                switch error {
                case .success: #expect(found == Self.written, place)
                case .failure(SourceEditError.journalNotUpdated): #expect(found == Self.written, place)
                case .failure:
                    // The next run finishes changes that couldn't be reverted.
                    _ = try Self.edits(folder.url.path).finish()
                    let found = try Self.sources(folder.url.path)
                    #expect(found == Self.old || found == Self.written, place)
                }
                if try Self.sources(folder.url.path) == Self.written {
                    _ = try Self.edits(folder.url.path).undo()
                    #expect(try Self.sources(folder.url.path) == Self.old, place)
                }
            }
            #expect(number > 20)
        }

        /// Files that were written before a failure are reverted.
        @Test func aFailureLeavesNoFile() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            let before = try Self.sources(folder.url.path)
            // A file can't contain files.
            let texts = [("App/V3.swift", "enum V3 {}\n", true), ("App/Plan.swift/V4.swift", "enum V4 {}\n", true)]
            #expect(throws: (any Error).self) { try Self.edits(folder.url.path).write(texts, expecting: [:]) }
            #expect(try Self.sources(folder.url.path) == before)
            #expect(try Self.edits(folder.url.path).finish().isEmpty)
        }

        /// A link in a file's path or in its place makes the command fail before it writes anything.
        @Test(arguments: ["App", "App/V2.swift", "App/Plan.swift", "New", "Fixtures", "Fixtures/1.0.0"])
        func noLinkIsFollowed(_ link: String) throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            try folder.write("mine", to: "outside/file")
            let place = folder.path("project/" + link)
            let target = folder.path("outside" + (link.hasSuffix(".swift") ? "/file" : ""))
            try FileManager.default.createDirectory(
                atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            if FileManager.default.fileExists(atPath: place) { try FileManager.default.removeItem(atPath: place) }
            try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
            let before = try folder.files()
            #expect(throws: SourceEditError.isLink(path: link)) { try Self.write(folder.url.path) }
            #expect(try folder.files() == before)
        }

        /// The same for a link that was created after the journal. Neither finishing nor undoing follows it.
        @Test(arguments: ["App", "New", "Fixtures", "Fixtures/1.0.0"], ["new-version.json", "new-version.begun.json"])
        func noLinkIsFollowedByAJournal(_ link: String, _ state: String) throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            try Self.write(folder.url.path)
            try FileManager.default.moveItem(
                atPath: folder.path("state/new-version.json"), toPath: folder.path("kept"))
            try FileManager.default.moveItem(atPath: folder.path("kept"), toPath: folder.path("state/" + state))
            try FileManager.default.moveItem(atPath: folder.path("project/" + link), toPath: folder.path("outside"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("project/" + link), withDestinationPath: folder.path("outside"))
            let before = try folder.files()
            #expect(throws: SourceEditError.isLink(path: link)) { try Self.edits(folder.url.path).undo() }
            if state.contains("begun") {
                #expect(throws: SourceEditError.isLink(path: link)) { try Self.edits(folder.url.path).finish() }
            }
            #expect(try folder.files() == before)
        }

        /// Undoing removes only the fixture's own files, not others in its folder.
        @Test func undoKeepsFilesOfOthers() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            try Self.write(folder.url.path)
            try folder.write("mine", to: "project/Fixtures/1.0.0/NOTES.md")
            _ = try Self.edits(folder.url.path).undo()
            #expect(try folder.files(below: "project/Fixtures") == ["1.0.0/NOTES.md": Data("mine".utf8)])
        }

        /// The last step needs no disk space. If it fails anyway, the written files are complete, and the error reports
        /// that.
        @Test func aFailureOfTheLastStepKeepsTheWrittenFiles() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            // A folder that contains files isn't replaced.
            try folder.write("", to: "state/new-version.json/file")
            let journal = folder.path("state/new-version.begun.json")
            do {
                try Self.write(folder.url.path)
                Issue.record("no error")
            } catch SourceEditError.journalNotUpdated(let path, _) {
                #expect(path == journal)
            }
            #expect(try Self.sources(folder.url.path) == Self.written)
            try FileManager.default.removeItem(atPath: folder.path("state/new-version.json"))
            #expect(try Self.edits(folder.url.path).finish().map(\.isReverted) == [false])
            _ = try Self.edits(folder.url.path).undo()
            #expect(try Self.sources(folder.url.path) == Self.old)
        }

        /// Only the command that wrote the files can undo them.
        @Test func commandsHaveJournalsOfTheirOwn() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            try Self.write(folder.url.path)
            let place = JournalPlaces.Place(folder: PlacedFolder(base: folder.url.path, folder: "state"))
            let other = SourceEdits(
                directory: folder.path("project"),
                journalsIn: JournalPlaces(places: [place], checkout: folder.path("project")),
                command: "adopt", key: nil)
            #expect(throws: SourceEditError.nothingToUndo(places: [folder.path("state")])) { try other.undo() }
            #expect(try Self.sources(folder.url.path) == Self.written)
        }

        /// Added files are removed along with the others.
        @Test func undoRemovesAddedFiles() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            try Self.write(folder.url.path)
            try Self.edits(folder.url.path).add([("Tests/New.swift", Array("// test".utf8))])
            #expect(try Self.sources(folder.url.path)["Tests/New.swift"] == "// test")
            #expect(throws: SourceEditError.changedMeanwhile(path: "App/V1.swift")) {
                try Self.edits(folder.url.path).add([("Other.swift", []), ("App/V1.swift", [])])
            }
            _ = try Self.edits(folder.url.path).undo()
            #expect(try Self.sources(folder.url.path) == Self.old)
        }

        @Test func aFileThatChangesMeanwhileIsNotWritten() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            try folder.write("enum Plan { /* mine */ }\n", to: "project/App/Plan.swift")
            let before = try Self.sources(folder.url.path)
            #expect(throws: SourceEditError.changedMeanwhile(path: "App/Plan.swift")) {
                try Self.write(folder.url.path)
            }
            #expect(try Self.sources(folder.url.path) == before)
        }
    }
#endif
