import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A verification of a drafted renumbering. It reads the sources as if the draft had already been written, and freezes
/// the renumbered versions to a copy of the fixture tree.
struct RenumberingProof {
    /// The lint findings about the new stages, and the errors about the new versions.
    let findings: [Finding]
    /// The paths of the new fixtures, relative to the project's folder.
    let fixtures: [String]
    /// The changes to the files of the fixture tree, with paths relative to the project's folder.
    let changes: [(path: String, old: [UInt8]?, new: [UInt8]?)]

    /// Verifies a draft.
    ///
    /// - Throws: ``NextVersionError`` if a version or the plan would be different than expected.
    ///   ``RenumberingError/wouldFail(_:)`` if the gate would report the result. The error of a freeze or of the source
    ///   reader.
    init(
        _ project: Project, _ branches: BranchVersions, _ versions: [RenumberedVersions.Version],
        _ draft: RenumberingDraft, _ session: FreezeSession
    ) throws {
        let folder = try TemporaryFolder(for: "renumbered")
        defer { withExtendedLifetime(folder) {} }
        let tree = FixtureTree(directory: folder.url.path + "/Fixtures")
        try FileManager.default.copyItem(atPath: project.tree.directory, toPath: tree.directory)
        var folders: Set<String> = []
        for own in branches.own {
            folders.insert(own.frozen.fixture.folder)
            try FileManager.default.removeItem(atPath: tree.directory + "/" + own.frozen.fixture.folder)
        }
        for fixture in try branches.fixtures() {
            folders.insert(fixture.folder)
            let target = tree.directory + "/" + fixture.folder
            if try FileKind(of: target) != .absent { try FileManager.default.removeItem(atPath: target) }
            try FileManager.default.createDirectory(
                atPath: target.parentPath, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: fixture.path, toPath: target)
        }
        var options = project.options
        options.fixtures = tree.directory
        options.requiresTree = false
        // A removed file declares nothing.
        options.overlay = Dictionary(draft.files.map { ($0.path, $0.text ?? "") }) { first, _ in first }
        let after = try Project(options: options, reader: CachedSourceReader.UncachedReader())
        try Self.expectReadable(after, project, versions)
        try Self.expectModels(after, branches, versions)
        try Self.expectPlan(after, branches, versions)
        for (version, own) in zip(versions, branches.own) {
            let outcomes = try session.freeze(of: after).run(.version(version.newSchema))
            for case .failed(let error) in outcomes.map(\.result) { throw error }
            guard let new = outcomes.first?.fixture else { continue }
            folders.insert(new)
            let stores = own.frozen.fixture.path(of: NamedStore.folderName)
            if try FileKind(of: stores) == .directory {
                try FileManager.default.copyItem(
                    atPath: stores, toPath: tree.directory + "/\(new)/" + NamedStore.folderName)
            }
        }
        let matcher = try VersionMatcher(after)
        try Self.expectIntact(after, project, matcher)
        let own = Set(versions.map(\.newSchema))
        fixtures = matcher.pairs.compactMap { pair in
            pair.declared.map { own.contains($0.name) } == true ? pair.frozen?.fixture.folder : nil
        }.map { project.place(of: $0).file }
        findings = try ProjectLint(after, matcher).findings.filter { finding in
            finding.schema.map(own.contains) == true && (finding.stage != nil || finding.severity == .error)
        }
        changes = try Self.changes(in: folders, from: project.tree.directory, to: tree.directory, project)
    }

    private static func expectReadable(
        _ after: Project, _ project: Project, _ versions: [RenumberedVersions.Version]
    ) throws {
        let known = Set(project.sourceIssues.map(\.problem))
        if let issue = after.sourceIssues.first(where: { $0.severity == .error && !known.contains($0.problem) }) {
            throw NextVersionError.wouldNotBeRead(schema: versions.first?.newSchema ?? "", issue)
        }
    }

    /// Throws ``NextVersionError/wouldChange(schema:what:)`` if a version of either branch wouldn't have its model.
    private static func expectModels(
        _ after: Project, _ branches: BranchVersions, _ versions: [RenumberedVersions.Version]
    ) throws {
        let declared = Dictionary(after.declarations.schemas.map { ($0.name, $0) }) { first, _ in first }
        let expected =
            (branches.earlier + branches.others).map { ($0.name, $0.schemaVersion) }
            + zip(versions, branches.own).map { ($0.newSchema, $1.frozen.schemaVersion) }
        for (name, version) in expected {
            guard let schema = declared[name] else {
                throw NextVersionError.wouldChange(schema: name, what: "it would no longer be declared")
            }
            let changes = try SchemaDrift(version, schema).changes.filter {
                $0.change.aspect != .versionIdentifier
            }
            if let change = changes.first {
                throw NextVersionError.wouldChange(schema: name, what: change.change.subject)
            }
        }
        for version in versions where declared[version.newSchema]?.version != version.newVersion {
            throw NextVersionError.wouldChange(schema: version.newSchema, what: "it wouldn't be \(version.newVersion)")
        }
    }

    /// Throws ``NextVersionError/wouldChange(schema:what:)`` if the plan wouldn't list the other branch's versions and
    /// then this branch's, with a stage to each.
    private static func expectPlan(
        _ after: Project, _ branches: BranchVersions, _ versions: [RenumberedVersions.Version]
    ) throws {
        let expected = branches.otherVersions.map(\.name) + versions.map(\.newSchema)
        let plan = after.groups.first { $0.plan?.name == branches.plan.name }?.plan
        let steps = Set(plan?.stages.map { [$0.from, $0.to] } ?? [])
        let added = expected.suffix(versions.count + 1)
        guard plan?.schemas == expected, zip(added, added.dropFirst()).allSatisfy({ steps.contains([$0, $1]) }) else {
            throw NextVersionError.wouldChange(
                schema: branches.plan.name, what: "its versions and stages wouldn't be in order")
        }
    }

    /// Throws ``RenumberingError/wouldFail(_:)`` if the gate would report a new error.
    private static func expectIntact(_ after: Project, _ project: Project, _ matcher: VersionMatcher) throws {
        func identity(_ finding: Finding) -> FindingIdentity { FindingIdentity(finding, line: nil) }
        let known = Set(try ProjectCheck(project, needsFixtures: false).findings.map(identity))
        let new = try ProjectCheck(after, needsFixtures: false, matcher).findings.first { finding in
            finding.severity == .error && !known.contains(identity(finding))
        }
        if let new { throw RenumberingError.wouldFail(new) }
    }

    /// Returns the differences between the files in folders of two fixture trees.
    private static func changes(
        in folders: Set<String>, from old: String, to new: String, _ project: Project
    ) throws -> [(path: String, old: [UInt8]?, new: [UInt8]?)] {
        var changes: [(path: String, old: [UInt8]?, new: [UInt8]?)] = []
        for folder in folders.sorted() {
            let names = try Set(files(below: folder, of: old)).union(files(below: folder, of: new))
            for name in names.sorted() {
                func bytes(_ tree: String) throws -> [UInt8]? {
                    let path = tree + "/" + name
                    return try FileKind(of: path) == .absent ? nil : try FileAccess.read(path)
                }
                let (before, after) = (try bytes(old), try bytes(new))
                if before != after { changes.append((project.place(of: name).file, before, after)) }
            }
        }
        return changes
    }

    private static func files(below folder: String, of tree: String) throws -> [String] {
        guard try FileKind(of: tree + "/" + folder) == .directory else { return [] }
        return try FileAccess.list(tree + "/" + folder).flatMap { name -> [String] in
            let path = folder + "/" + name
            switch try FileKind(of: tree + "/" + path) {
            case .directory: return try files(below: path, of: tree)
            case .regular: return [path]
            case .absent: return []
            case .symbolicLink, .other:
                throw FileError(operation: .read, path: tree + "/" + path, code: ELOOP)
            }
        }
    }
}
