import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The test files for a project's frozen versions. There is a drift test for each version. There is a migration test
/// for each pair of consecutive versions, and one from the oldest to the newest version. If a group's migrations can't
/// be tested, ``skips`` contains the reason.
struct TestFiles {
    /// The files, in the order of groups and versions.
    private(set) var files: [TestFile] = []
    /// The versions, groups and unread entries without a test, with the reasons.
    private(set) var skips: [ScaffoldSkip]

    private let project: Project
    private let modules: TestNames.ModuleNames
    private let testModule: String?
    private let names: TestNames

    /// Describes the test files for the given versions.
    ///
    /// - Parameter testModule: the module that contains the tests. They don't import it.
    init(_ frozen: FrozenDeclarations, _ project: Project, modules: TestNames.ModuleNames, testModule: String?) {
        self.project = project
        self.modules = modules
        self.testModule = testModule
        skips = frozen.skips
        names = TestNames(
            frozen.lines.flatMap { line in line.map(Self.request) + Self.pairs(line).map { Self.request($0, $1) } })
        for line in frozen.lines {
            files += line.map(driftTest)
            addMigrations(of: line)
        }
    }

    // MARK: Drift

    private func driftTest(_ version: FrozenDeclaration) -> TestFile {
        TestFile(
            name: names.name(Self.request(version)), modules: imports([version.module]),
            availability: version.schema.availability,
            test: .drift(TestFile.DriftTest(schema: version.schema.name, fixture: version.name)))
    }

    // MARK: Migrations

    private mutating func addMigrations(of line: [FrozenDeclaration]) {
        let pairs = Self.pairs(line)
        guard let group = line.first?.group, !pairs.isEmpty else { return }
        guard let plan = group.plan else {
            return skip(line, .noPlan(schemas: line.map(\.schema.name)))
        }
        guard !plan.isConstant else { return skip(line, .planConstant(name: plan.name, plan.location)) }
        let namesakes = project.declarations.plans.filter { $0.name == plan.name }
        guard namesakes.count == 1 else { return skip(line, .sharedName(plan.name, namesakes.map(\.location))) }
        guard let planModule = modules.module(of: plan.location, folder: plan.module) else {
            return skip(line, .unknownModule(name: plan.name, plan.location))
        }
        for (from, to) in pairs {
            do throws(UnknownModel) {
                let legs = Self.legs(from: from, to: to)
                let outline = MigrationOutline(path: try Self.models(legs, line, from.group), stages: legs.map(\.kind))
                let test = TestFile.MigrationTest(
                    fixture: from.name, version: to.name.version, schema: to.schema.name, plan: plan.name,
                    expectations: outline.expectations, carried: outline.carried, defaults: outline.defaults)
                files.append(
                    TestFile(
                        name: names.name(Self.request(from, to)), modules: imports([to.module, planModule]),
                        availability: to.schema.availability.merged(with: plan.availability),
                        test: .migration(test)))
            } catch {
                skip([from, to], .notEvaluable(schema: error.schema.name, error.schema.location))
            }
        }
    }

    private mutating func skip(_ line: [FrozenDeclaration], _ reason: ScaffoldSkip.Reason) {
        guard let group = line.first?.group.name else { return }
        skips.append(
            ScaffoldSkip(subject: group, group: group, versions: line.map(\.name.version), reason: reason))
    }

    private struct UnknownModel: Error {
        let schema: DeclaredVersion
    }

    /// A migration between two versions, with their positions and the kind of stage.
    private struct Leg {
        let from: Int
        let to: Int
        let kind: VersionGraph.PlanStage.Kind
    }

    /// Returns the migrations that the framework runs, in order. If all stages are lightweight, they run as a single
    /// migration; otherwise, each stage is a migration. If the framework rejects the plan, or the plan has no route,
    /// returns a single migration between the two versions. The test then reports the error.
    private static func legs(from: FrozenDeclaration, to: FrozenDeclaration) -> [Leg] {
        let graph = from.group.graph
        guard let start = from.group.index(of: from.schema), let end = from.group.index(of: to.schema),
            let route = try? graph.route(from: start, to: end)
        else { return [Leg(from: from.position, to: to.position, kind: .lightweight)] }
        let isWalked = route.legs.count == route.stages.count
        return route.legs.enumerated().map { index, leg in
            Leg(from: leg.from, to: leg.to, kind: isWalked ? graph.stages[route.stages[index]].kind : .lightweight)
        }
    }

    /// Returns the models on the migration's route. If a version isn't frozen, its declared model is used.
    private static func models(
        _ legs: [Leg], _ line: [FrozenDeclaration], _ group: VersionGroup
    ) throws(UnknownModel) -> [SchemaModel] {
        var models: [SchemaModel] = []
        for index in legs.prefix(1).map(\.from) + legs.map(\.to) {
            guard let schema = group.schema(at: index) else { continue }
            if let frozen = line.first(where: { $0.schema.name == schema.name }) {
                models.append(frozen.model)
            } else if let model = try? schema.decoded() {
                models.append(model)
            } else {
                throw UnknownModel(schema: schema)
            }
        }
        return models
    }

    /// Returns the pairs of consecutive versions, and the pair of the oldest and newest version.
    private static func pairs(_ line: [FrozenDeclaration]) -> [(FrozenDeclaration, FrozenDeclaration)] {
        var pairs = Array(zip(line, line.dropFirst()))
        if line.count > 2, let oldest = line.first, let newest = line.last { pairs.append((oldest, newest)) }
        return pairs.filter { $0.position < $1.position }
    }

    // MARK: Names

    private func imports(_ modules: Set<String>) -> [String] {
        modules.filter { $0 != testModule }.sortedByCodeUnit()
    }

    private static func request(_ version: FrozenDeclaration) -> TestNames.Request {
        let schema = version.schema.name
        return TestNames.Request(
            name: TestNames.part(schema) + "_DriftTests", subject: "\(schema) \(version.fixture.folder)",
            isExact: TestNames.isExact(schema))
    }

    /// Returns the request for the name of a migration's test. If the older version's fixture is in a group's folder,
    /// the name starts with the group, because each group may have a migration from 1.0.0.
    private static func request(_ from: FrozenDeclaration, _ to: FrozenDeclaration) -> TestNames.Request {
        let versions = [from.name.version, to.name.version]
        let prefix = from.folder.map { TestNames.part($0) + "_" } ?? ""
        return TestNames.Request(
            name: "\(prefix)MigrateV\(TestNames.part(versions[0]))toV\(TestNames.part(versions[1]))_Tests",
            subject: ([from.folder ?? ""] + versions).joined(separator: "\n"),
            isExact: versions.allSatisfy(TestNames.isExact))
    }
}
