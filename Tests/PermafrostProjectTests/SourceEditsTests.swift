#if os(Linux)
    import Foundation
    import PermafrostTestSupport
    import Testing

    @testable import PermafrostProject

    /// Several sources are written all or none, and taken back, whatever ends the process or the power.
    @Suite struct SourceEditsTests {
        private static let old = ["App/Plan.swift": "enum Plan {}\n", "App/V1.swift": "enum V1 {}\n"]
        private static let new = [
            (path: "App/V2.swift", text: "enum V2 {}\n", isNew: true),
            (path: "New/V2+Trip.swift", text: "extension V2 {}\n", isNew: true),
            (path: "App/Plan.swift", text: "enum Plan { /* V2 */ }\n", isNew: false),
            (path: "App/V1.swift", text: "enum V1 { }\n", isNew: false),
        ]

        private static func edits(_ folder: String) -> SourceEdits {
            SourceEdits(
                directory: folder + "/project",
                journalIn: CacheFolder(
                    project: folder, environment: ["PERMAFROST_CACHE_DIR": folder + "/project/.cache"]))
        }

        private static func prepare(_ folder: String) throws {
            for (path, text) in old {
                let url = URL(fileURLWithPath: folder + "/project/" + path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
            }
            try FileManager.default.createDirectory(
                atPath: folder + "/project/.cache", withIntermediateDirectories: true)
        }

        private static func write(_ folder: String) throws {
            try edits(folder).write(new, expecting: old.mapValues { Array($0.utf8) })
        }

        private static var written: [String: String] {
            Dictionary(uniqueKeysWithValues: new.map { ($0.path, $0.text) })
        }

        /// The sources of a folder, hidden ones left out: those belong to a process that is gone.
        private static func sources(_ folder: String) throws -> [String: String] {
            let root = folder + "/project"
            var found: [String: String] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: root)
            where path.hasSuffix(".swift") && !path.contains("/.") {
                found[path] = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
            }
            return found
        }

        private struct Wrong: Error, CustomStringConvertible {
            let description: String
        }

        /// The states that a disk may be left in, at every call of an operation.
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
                // A dry run, which must not write, stops here.
                let before = try Self.sources(folder)
                if before != Self.old, before != Self.written {
                    do {
                        try Self.edits(folder).expectFinished()
                        throw Wrong(description: "half of the files, and a dry run would read them")
                    } catch NextVersionError.cutShort {}
                }
                _ = try Self.edits(folder).finish()
                let found = try Self.sources(folder)
                guard found == Self.written || !isDone && found == Self.old else {
                    throw Wrong(description: "\(found)")
                }
                guard found == Self.written else { return }
                _ = try Self.edits(folder).undo()
                guard try Self.sources(folder) == Self.old else { throw Wrong(description: "not taken back") }
            }
            let result = try explore(Self.prepare, Self.write, check: check)
            for failure in result.failures.prefix(3) { Issue.record("\(failure)") }
            #expect(result.broken == 0)
            #expect(result.opened > 80)
        }

        @Test func allAreTakenBack() throws {
            func prepare(_ folder: String) throws {
                try Self.prepare(folder)
                try Self.write(folder)
            }
            func takeBack(_ folder: String) throws { _ = try Self.edits(folder).undo() }
            func check(_ folder: String, _ isDone: Bool) throws {
                do { try takeBack(folder) } catch NextVersionError.nothingToUndo {}
                let found = try Self.sources(folder)
                guard found == Self.old else { throw Wrong(description: "\(isDone) \(found)") }
            }
            let result = try explore(prepare, takeBack, check: check)
            for failure in result.failures.prefix(3) { Issue.record("\(failure)") }
            #expect(result.broken == 0)
        }

        /// A run that is no `--undo` takes back the rest, too: it never meets half of the files.
        @Test func whatWasCutShortIsTakenBackByTheNextRun() throws {
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
            #expect(result.opened > 20)
        }

        @Test func aFileThatWasEditedSinceStays() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            try Self.write(folder.url.path)
            try folder.write("enum V2 { case mine }\n", to: "project/App/V2.swift")
            let before = try Self.sources(folder.url.path)
            #expect(throws: NextVersionError.editedSince(path: "App/V2.swift")) {
                try Self.edits(folder.url.path).undo()
            }
            #expect(try Self.sources(folder.url.path) == before)
        }

        /// What was written before a failure is put back.
        @Test func aFailureLeavesNoFile() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            let before = try Self.sources(folder.url.path)
            // A file has no files in it.
            let texts = [("App/V3.swift", "enum V3 {}\n", true), ("App/Plan.swift/V4.swift", "enum V4 {}\n", true)]
            #expect(throws: (any Error).self) { try Self.edits(folder.url.path).write(texts, expecting: [:]) }
            #expect(try Self.sources(folder.url.path) == before)
            #expect(try Self.edits(folder.url.path).finish().isEmpty)
        }

        @Test func aFileThatChangesMeanwhileIsNotWritten() throws {
            let folder = try ScratchFolder()
            try Self.prepare(folder.url.path)
            try folder.write("enum Plan { /* mine */ }\n", to: "project/App/Plan.swift")
            let before = try Self.sources(folder.url.path)
            #expect(throws: NextVersionError.changedMeanwhile(path: "App/Plan.swift")) {
                try Self.write(folder.url.path)
            }
            #expect(try Self.sources(folder.url.path) == before)
        }
    }
#endif
