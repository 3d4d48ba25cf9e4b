import Foundation
import PermafrostSource
import PermafrostStore
import PermafrostTestSupport

@testable import PermafrostProject

/// A reader that returns declarations as they are read from the cache, so that every test also covers their archive.
private struct ArchivedReader: ProjectReader {
    func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
        let read = try UncachedReader().declarations(request)
        return try DeclarationArchive.decode(Data(DeclarationArchive.encode(read)))
    }
}

/// A project in a temporary folder, for edits, freezes and checks.
struct TestProject {
    let folder: ScratchFolder

    init(_ sources: [String: String]) throws {
        folder = try ScratchFolder()
        for (path, text) in sources { try folder.write(text, to: path) }
    }

    /// Creates a copy of a project.
    init(copying source: URL) throws {
        folder = try ScratchFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
            try FileManager.default.copyItem(at: source.appending(path: name), to: folder.url.appending(path: name))
        }
    }

    func project(_ change: (inout ProjectOptions) -> Void = { _ in }) throws -> Project {
        var options = ProjectOptions(directory: folder.url.path)
        change(&options)
        return try Project(options: options, reader: ArchivedReader())
    }

    @discardableResult
    func freeze(
        _ selection: ProjectFreeze.Selection = .all, replacing: ProjectFreeze.Replacement = .none,
        _ change: (inout ProjectOptions) -> Void = { _ in }
    ) throws -> [ProjectFreeze.Outcome] {
        try ProjectFreeze(try project(change), toolVersion: "1", rowsPerEntity: 2, date: "2026-01-01T00:00:00Z")
            .run(selection, replacing: replacing)
    }

    func check(
        requiresFrozen: Bool = false, _ change: (inout ProjectOptions) -> Void = { _ in }
    ) throws -> ProjectCheck {
        try ProjectCheck.run(try project(change), requiresFrozen: requiresFrozen)
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    }

    struct EditFailure: Error {
        let text: String
    }

    /// Replaces a text that must occur exactly once.
    func edit(_ path: String, _ old: String, _ new: String) throws {
        let source = try text(path)
        guard source.contains(old) else { throw EditFailure(text: old) }
        try folder.write(source.replacing(old, with: new, maxReplacements: 1), to: path)
    }
}
