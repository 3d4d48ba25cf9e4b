import PermafrostModel
import PermafrostSource
import PermafrostStore

/// An operation that retires a version: it takes the version out of the sources and out of every plan that lists it,
/// declares it as retired in these plans, and marks its fixtures as retired. The fixtures stay unchanged.
///
/// The models of all other versions are verified before any file is written.
package struct Retirement: Sendable {
    /// The reason that a version can't be retired. Nothing is written.
    package enum Failure: Error, Sendable, Hashable {
        /// No migration plan in Swift lists the version.
        case noPlan(version: String, schema: String)
        /// The version belongs to a Core Data model. The value is the model's path.
        case modelFile(path: String)
        /// A plan already declares the version as retired.
        case alreadyRetired(version: String, plan: String)
        /// The version is declared, but a plan declares it as retired or `retired.txt` marks it as retired.
        case stillDeclared(version: String, plan: String)
        /// The version is the only one in the plan.
        case only(version: String, plan: String)
        /// The version is the newest one in the plan, which the app opens its store with.
        case newest(version: String, plan: String)
        /// The plan lists an earlier version, whose stores migrate through the version.
        case needed(version: String, by: String, plan: String)
        /// The version's fixture isn't intact or doesn't match its declaration.
        case fixture(ReleaseRecording.Failure)
        /// A file to change is outside the project's folder.
        case outside(path: String)
        /// The sources contain a problem that prevents the version from being taken out.
        case problem(RetirementDraft.Problem)
        /// The edited sources can't be read.
        case wouldNotBeRead(SourceIssue)
        /// The edits would change another version or a plan. `what` describes the first difference.
        case wouldChange(schema: String, what: String)
    }

    /// A plan that lists the version, with the version's fixture.
    package struct Place: Sendable {
        /// The plan's name, which is also its group's name.
        package let plan: String
        /// The fixture's folder, relative to the fixture tree.
        package let folder: String
        let declaration: PlanDeclaration
        let mark: RetirementRecord
        /// The version hashes in the fixture, in hexadecimal digits.
        package let hashes: [String]
    }

    /// The version's name.
    package let version: String
    /// The type that declared the version.
    package let schema: String
    package let reason: String
    package let lastRelease: String?
    package let places: [Place]
    package let draft: RetirementDraft
    /// The path of the file with the marks, relative to the project.
    package let marksFile: String
    /// The paths of tests that somebody edited and that migrate a store of the version. They fail from now on.
    package let failingTests: [String]
    private let oldMarks: [UInt8]?

    /// Drafts and verifies the retirement, without writing any files.
    ///
    /// - Parameters:
    ///   - version: the version's name, or the name of the type that declares it.
    ///   - reason: the reason, for the mark.
    ///   - lastRelease: the name of the last release that migrates the version's stores, or nil if it isn't known.
    /// - Throws: ``Failure``; ``ProjectError`` if there is no such version, or if several groups have one; a `FileError`
    ///   or the source reader's error if a file can't be read.
    package init(
        _ project: Project, version name: String, because reason: String, lastRelease: String?,
        _ matcher: VersionMatcher
    ) throws {
        let (group, declared) = try Self.declaration(named: name, in: project)
        if let plan = group.plan, plan.isModelFile { throw Failure.modelFile(path: plan.location.file) }
        let version = project.versionName(of: declared)
        self.version = version
        schema = declared.name
        self.reason = reason.visible
        self.lastRelease = lastRelease
        let plans = project.declarations.plans.filter { !$0.isModelFile && $0.schemas.contains(declared.name) }
        guard !plans.isEmpty else { throw Failure.noPlan(version: version, schema: declared.name) }
        let all = VersionGroup.groups(of: project.declarations)
        places = try plans.map { plan in
            let group = all.first { $0.plan == plan } ?? group
            try Self.assertNotNeeded(declared, version, in: plan, group)
            if plan.retired.contains(where: { $0.version == version }) {
                throw Failure.stillDeclared(version: version, plan: plan.name)
            }
            return try Self.place(of: declared, version, because: reason, in: plan, group, project, matcher)
        }
        for place in places where matcher.marks.records.contains(where: { $0.folder == place.folder }) {
            throw Failure.stillDeclared(version: version, plan: place.plan)
        }
        let file = project.place(of: RetirementRecord.fileName).file
        guard !file.hasPrefix("/") else { throw Failure.outside(path: file) }
        marksFile = file
        let root = try RootFolder(project.options.directory)
        oldMarks = try root.existing(file)
        let tests = try RetiredTests(of: declared.name, version, places: places.map { ($0.plan, $0.folder) }, project)
        failingTests = tests.edited
        let request = RetirementDraft.Request(
            directory: project.options.directory, version: Self.place(of: declared), module: declared.module,
            others: project.declarations.schemas.filter { $0.name != declared.name }.map(Self.place),
            plans: places.map { place in
                .init(
                    type: place.declaration.name, location: place.declaration.location,
                    isConstant: place.declaration.isConstant,
                    entry: Self.entry(version, place.hashes, lastRelease))
            }, tests: tests.unedited)
        do { draft = try RetirementWriter.draft(request) } catch let problem as RetirementDraft.Problem {
            throw Failure.problem(problem)
        }
        let proof = RetirementProof(
            project: project, schema: declared.name, version: version, plans: plans, hashes: places.map(\.hashes))
        try proof.verify(draft)
    }

    /// Writes the sources and the marks, and removes files that are no longer needed. Either all or none of the files
    /// change.
    ///
    /// - Throws: the errors of ``SourceEdits/replace(_:)``.
    package func write(with edits: SourceEdits) throws {
        let marks = RetirementRecord.adding(places.map(\.mark), to: oldMarks ?? [])
        let changes = draft.files.map { ($0.path, Array($0.oldText.utf8), $0.text.map { Array($0.utf8) }) }
        try edits.replace(
            changes.filter { $0.2 != nil } + [(marksFile, oldMarks, marks)] + changes.filter { $0.2 == nil })
    }

    // MARK: The version

    /// Returns the declared version with the given name. If a plan has already retired it, throws that instead of an
    /// error about an unknown version.
    private static func declaration(
        named name: String, in project: Project
    ) throws -> (group: VersionGroup, schema: DeclaredVersion) {
        do { return try project.version(named: name) } catch let error as ProjectError {
            let plan = project.groups.lazy.compactMap(\.plan).first { $0.retired.contains { $0.version == name } }
            if case .unknownVersion = error, let plan {
                throw Failure.alreadyRetired(version: name, plan: plan.name)
            }
            throw error
        }
    }

    private static func place(of declared: DeclaredVersion) -> NextVersionRequest.Version {
        .init(type: declared.name, location: declared.location, classes: declared.places.parts.entities)
    }

    private static func assertNotNeeded(
        _ declared: DeclaredVersion, _ version: String, in plan: PlanDeclaration, _ group: VersionGroup
    ) throws(Failure) {
        guard plan.schemas.count > 1 else { throw .only(version: version, plan: plan.name) }
        guard plan.schemas.last != declared.name else { throw .newest(version: version, plan: plan.name) }
        let earlier = plan.stages.first { $0.to == declared.name }?.from ?? plan.schemas.first
        if let earlier, earlier != declared.name {
            // Its own predecessors must be retired first, so name the oldest version.
            let oldest = plan.schemas.first { $0 != declared.name } ?? earlier
            throw .needed(version: version, by: group.versionName(of: oldest), plan: plan.name)
        }
    }

    private static func place(
        of declared: DeclaredVersion, _ version: String, because reason: String, in plan: PlanDeclaration,
        _ group: VersionGroup, _ project: Project, _ matcher: VersionMatcher
    ) throws -> Place {
        let pairs = matcher.pairs.compactMap { pair in
            pair.frozen.map { VersionPair(group: group, declared: declared, frozen: $0) }
        }
        let own = pairs.filter {
            $0.frozen?.version.description == version && ($0.frozen?.group ?? group.name) == group.name
        }
        let renamed = pairs.first { $0.frozen?.schema == declared.name && $0.frozen?.group == group.name }
        guard let pair = own.first ?? renamed,
            let frozen = pair.frozen
        else { throw Failure.fixture(.notFrozen(version: version, schema: declared.name)) }
        let fixture = frozen.fixture
        guard frozen.damage.isEmpty, let identity = FixtureIdentity(of: fixture), let model = frozen.model else {
            throw Failure.fixture(.damaged(version: version, path: project.place(of: fixture.folder).file))
        }
        do { try ReleaseRecording.assertUndrifted(pair, fixture.version.description) } catch let failure
            as ReleaseRecording.Failure
        {
            throw Failure.fixture(failure)
        }
        return Place(
            plan: group.name, folder: fixture.folder, declaration: plan,
            mark: RetirementRecord(folder: fixture.folder, identity: identity, reason: reason),
            hashes: model.retiredHashes(with: Array(frozen.variants.values)))
    }

    // MARK: The declaration

    /// The maximum length of a line in the sources.
    private static let lineLength = 100

    /// Returns the lines of the code that declares a retired version.
    private static func entry(_ version: String, _ hashes: [String], _ lastRelease: String?) -> [String] {
        let release = lastRelease.map { ", lastRelease: \($0.swiftLiteral)" } ?? ""
        let literals = hashes.map(\.swiftLiteral)
        let line = "Retired(\(version.swiftLiteral), hashes: [\(literals.joined(separator: ", "))]\(release))"
        guard line.count > lineLength else { return [line] }
        let comma = literals.count > 1 ? "," : ""
        return ["Retired(", "    \(version.swiftLiteral),", "    hashes: ["] + literals.map { "        \($0)\(comma)" }
            + ["    ]\(release))"]
    }
}

/// A verification of a retirement. It reads the sources as if the draft had already been written.
private struct RetirementProof {
    let project: Project
    let schema: String
    let version: String
    let plans: [PlanDeclaration]
    let hashes: [[String]]

    /// Throws ``Retirement/Failure`` if the draft can't be read, or if it changes anything other than the version.
    func verify(_ draft: RetirementDraft) throws {
        var options = project.options
        options.overlay = Dictionary(draft.files.map { ($0.path, $0.text ?? "") }) { first, _ in first }
        let after = try Project(options: options, reader: CachedSourceReader.UncachedReader())
        let known = Set(project.sourceIssues.map(\.problem))
        if let issue = after.sourceIssues.first(where: { $0.severity == .error && !known.contains($0.problem) }) {
            throw Retirement.Failure.wouldNotBeRead(issue)
        }
        let declared = Dictionary(after.declarations.schemas.map { ($0.name, $0) }) { first, _ in first }
        for before in project.declarations.schemas where before.name != schema {
            try expect(declared[before.name], toBe: before)
        }
        if declared[schema] != nil { throw wouldChange(schema, "it would still be declared") }
        for (plan, hashes) in zip(plans, hashes) {
            guard let after = after.declarations.plans.first(where: { $0.name == plan.name }) else {
                throw wouldChange(plan.name, "it would no longer be declared")
            }
            let stages = plan.stages.filter { $0.from != schema && $0.to != schema }
            guard after.schemas == plan.schemas.filter({ $0 != schema }),
                after.stages.map(\.from) == stages.map(\.from), after.stages.map(\.to) == stages.map(\.to)
            else { throw wouldChange(plan.name, "its other versions or stages would change") }
            guard after.retired.contains(where: { $0.version == version && $0.hashes == hashes }) else {
                throw wouldChange(plan.name, "\(version) wouldn't be declared as retired")
            }
        }
    }

    private func expect(_ after: DeclaredVersion?, toBe before: DeclaredVersion) throws {
        guard let after else { throw wouldChange(before.name, "it would no longer be declared") }
        guard before.model != nil else { return }
        if let change = try SchemaDrift(before.schemaVersion, after).changes.first(where: { !$0.isHarmless })?.change {
            throw wouldChange(before.name, change.subject)
        }
    }

    private func wouldChange(_ schema: String, _ what: String) -> Retirement.Failure {
        .wouldChange(schema: schema, what: what)
    }
}

/// The tests that `scaffold` wrote for a version, and the edited tests that migrate a store of the version.
private struct RetiredTests {
    /// The paths of the scaffolded tests that nobody edited. They are removed with the version.
    private(set) var unedited: [String] = []
    /// The paths of the other tests that open the version's fixture. They don't name the version's type.
    private(set) var edited: [String] = []

    /// Finds the tests of a version.
    ///
    /// - Parameters:
    ///   - schema: the type that declares the version.
    ///   - places: the name of each plan that lists the version, and the fixture's folder.
    /// - Throws: `UnreadableFile` if a file can't be read.
    init(of schema: String, _ version: String, places: [(plan: String, folder: String)], _ project: Project) throws {
        let sources = DirectorySources(directory: project.options.directory)
        let filter = SourcePaths(includesTests: true)
        let fixture = "Fixture(\(version.swiftLiteral)"
        for path in try sources.listing().paths.filter(filter.holdsSource).sorted() {
            let bytes = try sources.withBytes(of: path) { Array($0) }
            let test = ExistingTest(bytes)
            // Versions of two plans can have the same last name, such as `Notes.V1` and `Trips.V1`.
            let names = test.text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
            let isOfType = test.isUnedited && names.contains { $0 == schema || $0 == schema + ".self" }
            let opens = test.text.contains(fixture) && places.contains { Self.names($0, in: test.text) }
            guard isOfType || opens else { continue }
            if test.isUnedited { unedited.append(path) } else { edited.append(path) }
        }
    }

    /// Returns whether a test uses a plan, or the fixtures of its group.
    private static func names(_ place: (plan: String, folder: String), in text: String) -> Bool {
        text.contains("\(place.plan).self") || text.contains("group: \(place.plan.swiftLiteral)")
    }
}
