import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The test files that a request selects. If a test can't be written, ``skips`` contains the reason.
struct TestFiles {
    /// The files, in the order of groups and versions.
    private(set) var files: [TestFile] = []
    /// The versions, groups and unread entries without a test, with the reasons.
    private(set) var skips: [ScaffoldSkip]

    private let modules: ModuleNames
    private let testModule: String?
    private let names: TestNames

    /// Describes the test files of a selection.
    ///
    /// - Parameter testModule: the module that contains the tests. They don't import it.
    /// - Throws: ``ProjectError`` or ``ScaffoldError`` if the selection's tests can't be written.
    init(
        _ frozen: FrozenDeclarations, _ selection: ScaffoldRequest.Selection, _ project: Project,
        modules: ModuleNames, testModule: String?
    ) throws {
        self.modules = modules
        self.testModule = testModule
        let tested = try TestedVersions(selection, in: frozen, of: project, modules: modules)
        skips = tested.skips
        // A test has the same name in every selection.
        let all = try TestedVersions(.all, in: frozen, of: project, modules: modules)
        names = TestNames(
            (all.lines + tested.lines).flatMap { line in
                line.versions.map(Self.request) + line.migrations.map(Self.request)
            } + frozen.retired.map { name, _ in Self.request(retired: name) })
        for line in tested.lines {
            files += line.drift.map(driftTest)
            addMigrations(of: line)
        }
        switch selection {
        case .all, .allAndNext: files += frozen.retired.compactMap(retirementTest)
        case .migration, .drift: break
        }
    }

    // MARK: Retired versions

    /// Returns the test of a retired version. Returns nil if a test can't refer to its plan as a type.
    private func retirementTest(_ name: FrozenName, of plan: PlanDeclaration) -> TestFile? {
        guard !plan.isConstant, let module = modules.module(of: plan.location, folder: plan.module) else { return nil }
        return TestFile(
            name: names.name(Self.request(retired: name)), modules: imports([module]),
            availability: plan.availability,
            test: .retirement(RetirementTest(fixture: name, plan: plan.name)))
    }

    // MARK: Drift

    private func driftTest(_ version: FrozenDeclaration) -> TestFile {
        TestFile(
            name: names.name(Self.request(version)), modules: imports([version.module]),
            availability: version.schema.availability,
            test: .drift(DriftTest(schema: version.schema.name, fixture: version.name)))
    }

    // MARK: Migrations

    private mutating func addMigrations(of line: TestedVersions.Line) {
        guard let group = line.migrations.first?.group else { return }
        let schemas = line.migrations.flatMap { [$0.from.schema.name, $0.to.schema.name] }.unique
        guard let plan = group.plan else { return skip(line, .noPlan(schemas: schemas)) }
        guard !plan.isConstant else { return skip(line, .planConstant(name: plan.name, plan.location)) }
        guard let planModule = modules.module(of: plan.location, folder: plan.module) else {
            return skip(line, .unknownModule(name: plan.name, plan.location))
        }
        for migration in line.migrations {
            do throws(UnknownModel) {
                let test = try Self.test(migration, plan: plan.name, line)
                files.append(
                    TestFile(
                        name: names.name(Self.request(migration)),
                        modules: imports([migration.to.module, planModule]),
                        availability: migration.to.schema.availability.merged(with: plan.availability),
                        test: .migration(test)))
            } catch {
                skips.append(
                    ScaffoldSkip(
                        subject: group.name, group: group.name,
                        versions: [migration.from.name.version, migration.to.version],
                        reason: .notEvaluable(schema: error.schema.name, error.schema.location)))
            }
        }
    }

    private static func test(
        _ migration: TestedVersions.Migration, plan: String, _ line: TestedVersions.Line
    ) throws(UnknownModel) -> MigrationTest {
        let legs = legs(of: migration)
        let outline = MigrationOutline(
            path: try models(of: migration, legs.prefix(1).map(\.from) + legs.map(\.to), line),
            stages: legs.map(\.kind), losses: try losses(of: migration, line), operations: operations(of: migration))
        return MigrationTest(
            fixture: migration.from.name, version: migration.to.version, schema: migration.to.schema.name, plan: plan,
            expectations: outline.expectations, dropped: outline.dropped, carried: outline.carried,
            defaults: outline.defaults,
            classes: classes(of: migration.to.schema), endsFrozen: migration.to.isFrozen,
            isUnfinished: !migration.to.isFrozen)
    }

    /// Returns the names of a version's classes, keyed by entity. An indented class is assumed to be nested in the
    /// version's type or in an extension of it.
    private static func classes(of schema: DeclaredVersion) -> [String: String] {
        Dictionary(
            schema.places.parts.entities.map { entity, place in
                (entity, place.column > 1 ? "\(schema.name).\(entity)" : entity)
            }
        ) { first, _ in first }
    }

    private mutating func skip(_ line: TestedVersions.Line, _ reason: ScaffoldSkip.Reason) {
        guard let group = line.migrations.first?.group.name else { return }
        let versions = line.migrations.flatMap { [$0.from.name.version, $0.to.version] }.unique
        skips.append(ScaffoldSkip(subject: group, group: group, versions: versions, reason: reason))
    }

    private struct UnknownModel: Error {
        let schema: DeclaredVersion
    }

    /// One of the migrations that the framework runs: the positions of its versions in the group, and its kind.
    private struct Leg {
        let from: Int
        let to: Int
        let kind: PlanStage.Kind
    }

    /// Returns the migrations that the framework runs, in order. If all stages are lightweight, they run as a single
    /// migration. Otherwise, each stage is a migration. If the framework rejects the plan, or the plan has no route,
    /// returns an empty array. The test then reports the error.
    private static func legs(of migration: TestedVersions.Migration) -> [Leg] {
        guard let route = route(of: migration) else { return [] }
        let graph = migration.group.graph
        let isWalked = route.legs.count == route.stages.count
        return route.legs.enumerated().map { index, leg in
            Leg(from: leg.from, to: leg.to, kind: isWalked ? graph.stages[route.stages[index]].kind : .lightweight)
        }
    }

    private static func route(of migration: TestedVersions.Migration) -> Route? {
        guard let start = migration.group.index(of: migration.from.schema),
            let end = migration.group.index(of: migration.to.schema)
        else { return nil }
        return try? migration.group.graph.route(from: start, to: end)
    }

    /// Returns the operations of the stages on the migration's route. Empty if the framework runs the stages as one
    /// migration, because such stages have no operations that change data.
    private static func operations(of migration: TestedVersions.Migration) -> [[DeclaredOperation]] {
        guard let route = route(of: migration), let plan = migration.group.plan, route.legs.count == route.stages.count
        else { return [] }
        return route.stages.map { plan.stages[$0].operations }
    }

    /// Returns the losses that the stages on the migration's route declare.
    private static func losses(
        of migration: TestedVersions.Migration, _ line: TestedVersions.Line
    ) throws(UnknownModel) -> AcceptedLosses {
        guard let route = route(of: migration), !route.stages.isEmpty else { return AcceptedLosses() }
        return migration.group.acceptedLosses(on: route, models: try models(of: migration, route.stops, line))
    }

    /// Returns the frozen models of the versions at the given positions. If there are no positions, returns the models
    /// of the migration's first and last versions. For a version that isn't frozen, uses the declared model, or throws
    /// if that model can't be evaluated.
    private static func models(
        of migration: TestedVersions.Migration, _ route: [Int], _ line: TestedVersions.Line
    ) throws(UnknownModel) -> [SchemaModel] {
        let schemas =
            route.isEmpty
            ? [migration.from.schema, migration.to.schema] : route.compactMap { migration.group.schema(at: $0) }
        var models: [SchemaModel] = []
        for schema in schemas {
            if let frozen = line.versions.first(where: { $0.schema.name == schema.name }) {
                models.append(frozen.model)
            } else if let model = try? schema.decoded() {
                models.append(model)
            } else {
                throw UnknownModel(schema: schema)
            }
        }
        return models
    }

    // MARK: Names

    private func imports(_ modules: Set<String>) -> [String] {
        modules.filter { $0 != testModule }.sortedByCodeUnit()
    }

    private static func request(_ version: FrozenDeclaration) -> TestNames.Request {
        let schema = version.schema.name
        return TestNames.Request(
            name: TestNames.part(schema) + "DriftTests", subject: "\(schema) \(version.fixture.folder)",
            isExact: schema == TestNames.part(schema))
    }

    /// Returns the request for the name of a migration's test. If the fixture is in a group's folder, the name starts
    /// with the group, because each group may have a migration from 1.0.0.
    private static func request(_ migration: TestedVersions.Migration) -> TestNames.Request {
        let versions = [migration.from.name.version, migration.to.version]
        let folder = migration.from.folder
        let numbers = versions.map(TestNames.number)
        return TestNames.Request(
            name: "\(folder.map(TestNames.part) ?? "")MigrationV\(numbers[0])ToV\(numbers[1])Tests",
            subject: ([folder ?? ""] + versions).joined(separator: "\n"),
            isExact: versions.allSatisfy(TestNames.isExact))
    }

    private static func request(retired name: FrozenName) -> TestNames.Request {
        TestNames.Request(
            name: "\(name.group.map(TestNames.part) ?? "")RetiredV\(TestNames.number(name.version))Tests",
            subject: "\(name.group ?? "") \(name.version)", isExact: TestNames.isExact(name.version))
    }
}
