import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The draft of a branch's frozen versions with the next numbers after another branch's versions.
///
/// The draft also contains the other branch's versions with their fixtures, so that the plan lists all versions. It is
/// verified before any file is written: the models and hashes of all versions stay the same.
package struct RenumberedVersions: Sendable {
    /// A version before and after the renumbering.
    package struct Version: Sendable, Hashable {
        /// The name of the type.
        package let schema: String
        package let version: String
        /// The new name of the type.
        package let newSchema: String
        package let newVersion: String
    }

    /// The other branch, as the user specified it.
    package let reference: String
    /// The name of the plan.
    package let plan: String
    package let versions: [Version]
    /// The other branch's newest version.
    package let newest: (schema: String, version: String)
    package let draft: RenumberingDraft
    /// The paths of the new versions' fixtures, relative to the project's folder.
    package let fixtures: [String]
    /// The paths of generated tests of the old versions. They are removed, and the new versions' tests are generated
    /// instead.
    package let removedTests: [String]
    /// The lint findings about the new stages, and the errors about the new versions.
    package let findings: [Finding]
    /// The entities and properties of the other branch's newest version that the first of this branch's versions doesn't
    /// have. The stage between them drops their rows and values.
    package let dropped: [String]
    /// All files to write or remove, including fixtures.
    let changes: [(path: String, old: [UInt8]?, new: [UInt8]?)]

    /// Drafts the renumbering and verifies it, without writing to the project.
    ///
    /// - Parameters:
    ///   - reference: the other branch.
    ///   - held: the project's fixtures in git.
    /// - Throws: ``RenumberingError`` or ``NextVersionError`` if the versions can't be renumbered, ``GitError`` if git
    ///   fails, or the error of a freeze or of the source reader.
    package init(
        _ project: Project, onto reference: String, _ options: NextVersionOptions, _ held: HeldFixtures,
        reader: CachedSourceReader, session: FreezeSession
    ) throws {
        let branches = try BranchVersions(project, and: reference, held, reader: reader)
        self.reference = reference
        plan = branches.plan.name
        let names = try Self.names(branches, project, options)
        let versions = zip(branches.own, names).map { own, name in
            let enclosing = own.declared.name.split(separator: ".").dropLast().map(String.init)
            return Version(
                schema: own.declared.name, version: own.declared.version ?? own.declared.versionIdentifier,
                newSchema: (enclosing + [name.type]).joined(separator: "."), newVersion: name.version)
        }
        self.versions = versions
        guard let last = branches.otherVersions.last else {
            throw RenumberingError.nothingToRenumber(plan: branches.plan.name, .noOtherVersion)
        }
        newest = (last.name, last.version ?? last.versionIdentifier)
        let tests = try Self.generatedTests(branches, project)
        removedTests = tests.own
        let request = RenumberingRequest(
            directory: project.options.directory,
            versions: versions.indices.map { index in
                let declared = branches.own[index].declared
                return RenumberingRequest.Version(
                    current: .init(type: declared.name, location: declared.location, classes: [:]),
                    name: names[index].type, identifier: names[index].numbers,
                    previous: index == 0 ? branches.earlier.last?.name ?? "" : versions[index - 1].schema,
                    newPrevious: index == 0 ? last.name : versions[index - 1].newSchema)
            }, plan: .init(type: branches.plan.name, location: branches.plan.location, classes: [:]),
            base: branches.baseTexts, others: branches.otherTexts, required: branches.otherFiles,
            wanted: Set(tests.others), removed: Set(tests.own), newest: SchemaName.own(last.name))
        let draft: RenumberingDraft
        do { draft = try RenumberingWriter.draft(request) } catch let problem as NextVersionDraft.Problem {
            throw NextVersionError.problem(problem)
        } catch let conflict as RenumberingDraft.BranchConflict { throw RenumberingError.conflict(conflict) }
        self.draft = draft.removing(tests.own)
        let proof = try RenumberingProof(project, branches, versions, draft, session)
        findings = proof.findings
        fixtures = proof.fixtures
        // The old tests are removed or replaced when the new tests are written.
        let files = draft.files.filter { !tests.own.contains($0.path) }
        changes =
            files.map { ($0.path, $0.oldText.map { Array($0.utf8) }, $0.text.map { Array($0.utf8) }) } + proof.changes
        let difference = ModelDifference(
            from: try last.schemaVersion.evaluated(), to: try branches.own[0].frozen.schemaVersion.evaluated())
        dropped = difference.changes.filter { $0.aspect == .removed }.map(\.subject)
    }

    /// Returns the new names, one for each version of the branch.
    private static func names(
        _ branches: BranchVersions, _ project: Project, _ options: NextVersionOptions
    ) throws -> [NextVersionOptions.NextVersionName] {
        let others = branches.otherVersions.map { (type: $0.name, version: $0.version ?? $0.versionIdentifier) }
        guard var newest = others.last else { return [] }
        var before = others.dropLast().last?.version
        let renamed = Set(branches.own.map(\.declared.name))
        let taken = project.declarations.schemas.filter { !renamed.contains($0.name) } + branches.otherVersions
        var options = options
        var names: [NextVersionOptions.NextVersionName] = []
        for _ in branches.own {
            let name = try NextVersionOptions.NextVersionName(after: newest, before: before, options)
            if let other = taken.first(where: { SchemaName.own($0.name) == name.type }) {
                throw NextVersionError.nameTaken(other.name)
            }
            names.append(name)
            (before, newest) = (newest.version, (name.type, name.version))
            // The name and number that the user specified are those of the first version.
            (options.version, options.name) = (nil, nil)
        }
        return names
    }

    /// Returns the paths of the unedited generated tests that this branch added for its versions, and of the generated
    /// tests that the other branch added.
    ///
    /// - Throws: `UnreadableFile` if a file can't be read. Skipping the file could leave a test of the old number.
    private static func generatedTests(
        _ branches: BranchVersions, _ project: Project
    ) throws -> (own: [String], others: [String]) {
        let sources = DirectorySources(directory: project.options.directory)
        let words = branches.own.flatMap { own in
            [
                "`\(own.declared.name)`", " \(own.frozen.version) store", " \(own.frozen.version) was frozen",
                "to \(own.frozen.version) and",
            ]
        }
        let filter = SourcePaths(includesTests: true)
        let own = try sources.listing().paths.filter(filter.holdsSource).filter { path in
            guard path.hasSuffix(".swift"), branches.baseTexts[path] == nil else { return false }
            let test: ExistingTest
            do { test = try sources.withBytes(of: path) { ExistingTest(Array($0)) } } catch let error
                as UnreadableFile
            { throw UnreadableFile(reason: error.reason, path: path) }
            return test.isUnedited && words.contains { test.text.contains($0) }
        }
        let others = branches.otherTexts.filter { path, text in
            branches.baseTexts[path] == nil && ExistingTest(Array(text.utf8)).isWritten
        }
        return (own.sorted(), others.keys.sorted())
    }

    /// Writes the draft and the fixtures, and generates the tests of the new versions. All changes are undone together.
    ///
    /// - Parameter project: a function that reads the project from disk.
    /// - Returns: the generated tests, or nil if the branch had none.
    /// - Throws: an error of `SourceEdits.replace`, or ``DraftTransaction/RolledBack`` if the tests can't be written.
    ///   Then nothing is changed.
    package func write(
        with edits: SourceEdits, readingBy project: () throws -> Project
    ) throws -> (scaffold: ProjectScaffold, outcomes: [ProjectScaffold.Outcome])? {
        try edits.replace(changes)
        guard !removedTests.isEmpty else { return nil }
        do {
            let written = try project()
            let scaffold = try ProjectScaffold(written, ScaffoldRequest(replaces: true))
            let removed = removedTests.map { written.options.directory + "/" + $0 }
            return (scaffold, try scaffold.write(with: edits, removing: removed))
        } catch {
            _ = try edits.undo()
            throw DraftTransaction.RolledBack(cause: error)
        }
    }
}
