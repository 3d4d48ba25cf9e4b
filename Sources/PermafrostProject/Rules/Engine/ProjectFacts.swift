import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The facts about a project that rules examine. Each fact is computed when it is first needed, and then kept.
final class ProjectFacts: Sendable {
    /// The settings of a command that facts depend on.
    struct Settings: Sendable {
        /// The sources at the base of a change, or nil to compare only with the fixtures.
        var earlier: EarlierProject?
        /// Whether every declared version must be frozen.
        var requiresFrozen = false
        /// The file with CloudKit's schema to compare with the models that sync, or nil for no comparison.
        var cloudKitSchema: ProductionSchemaFile?
        /// Whether to assume that every store syncs with CloudKit, unless its configuration says that it doesn't.
        var assumesCloudKit = false
    }

    let project: Project
    let settings: Settings
    /// The facts that rules asked for.
    let asked = FactLog()
    /// The facts that were computed, because a rule or another fact needed them.
    let computed: FactLog
    /// The fixtures, matched with the declarations.
    let matcher: OnDemand<VersionMatcher, any Error>
    /// The groups of versions, for rules.
    let groups: [LintGroup]
    /// The input of the rules that examine only versions and plans.
    let context: RuleContext

    private let knownModels: OnDemand<Void, any Error>
    private let knownCode: OnDemand<AppCode, any Error>
    private let knownRetirements: OnDemand<[RetiredVersion], any Error>
    private let knownGit: OnDemand<GitComparison, any Error>
    private let knownComparison: OnDemand<VersionComparison, any Error>
    private let knownRejections: OnDemand<FreezeRejections, any Error>
    private let knownEntries: OnDemand<[UnreadEntry], any Error>
    private let knownDamage: OnDemand<[BrokenFixture], any Error>
    private let knownDelivery: OnDemand<FixtureDelivery?, any Error>
    private let knownProduction: OnDemand<ProductionSchema?, any Error>

    /// Prepares to compute facts.
    ///
    /// - Parameters:
    ///   - matcher: a function that matches the fixtures with the declarations, or nil to match them without a cache.
    ///   - held: a function that returns the project's fixtures in git.
    init(
        _ project: Project, _ settings: Settings = Settings(),
        matcher: (@Sendable () throws -> VersionMatcher)? = nil,
        held: @escaping @Sendable () throws -> HeldFixtures = { HeldFixtures(unknown: .noCommit) }
    ) {
        self.project = project
        self.settings = settings
        let (asked, computed) = (self.asked, FactLog())
        self.computed = computed
        func fact<Value>(_ fact: Fact, _ compute: @escaping @Sendable () throws -> Value) -> OnDemand<Value, any Error>
        {
            OnDemand {
                computed.note(fact)
                return try compute()
            }
        }
        let known = OnDemand<VersionMatcher, any Error> { try matcher?() ?? VersionMatcher(project) }
        self.matcher = known
        knownModels = OnDemand { try project.assertDecodable() }
        let opened = Set(
            project.declarations.containers.filter(\.opensUsersStore).compactMap { container -> String? in
                if case .schema(let name) = container.content { name } else { nil }
            })
        // The fixtures are matched before a rule asks for edits.
        let groups = project.groups.map { group in
            LintGroup(group, opening: opened, asked) { (try? known.get())?.pairs ?? [] }
        }
        self.groups = groups
        let code = fact(.code) { AppCode(project, groups) }
        knownCode = code
        context = RuleContext(groups: groups.map(\.rules), log: asked) {
            computed.note(.syncedStores)
            return (try? code.get()).map {
                SyncedStoreSearch(code: $0).stores(assumesSync: settings.assumesCloudKit)
            } ?? []
        }
        let git = fact(.git) { try GitComparison(project, held(), known.get().contents) }
        knownGit = git
        let comparison = fact(.comparison) {
            try VersionComparison.run(project, known.get().pairs, git.get(), since: settings.earlier)
        }
        knownComparison = comparison
        knownRetirements = fact(.retirements) { try RetiredVersion.all(in: project, known.get()) }
        knownRejections = fact(.rejections) { FreezeRejections(project) }
        knownEntries = fact(.entries) { try UnreadEntry.all(in: project, known.get().contents) }
        knownDamage = fact(.damage) { try BrokenFixture.all(in: project, known.get().pairs, held().delivery) }
        knownDelivery = fact(.delivery) { try held().delivery }
        knownProduction = fact(.cloudKit) {
            let options = project.options
            return try settings.cloudKitSchema.map { file in
                try ProductionSchema(
                    file, code.get(), isPart: options.plan != nil || options.schema != nil || options.target != nil)
            }
        }
    }

    /// Computes facts, so that rules can ask for them.
    ///
    /// - Throws: a ``ProjectError`` if a model can't be decoded, a `FileError` if the fixture tree or another file can't
    ///   be read, or a ``GitError`` if git fails.
    func prepare(_ needs: Set<Fact>) throws {
        for fact in Fact.allCases where needs.contains(fact) {
            switch fact {
            // These facts are computed when a rule asks for them, because that can't fail.
            case .stages, .rejections: break
            case .steps:
                // Steps start at what was frozen.
                try knownModels.get()
                _ = try matcher.get()
            case .edits:
                try knownModels.get()
                _ = try matcher.get()
            case .syncedStores, .code: _ = try knownCode.get()
            case .retirements: _ = try knownRetirements.get()
            case .comparison: _ = try knownComparison.get()
            case .entries: _ = try knownEntries.get()
            case .damage: _ = try knownDamage.get()
            case .git: _ = try knownGit.get()
            case .delivery: _ = try knownDelivery.get()
            case .cloudKit: _ = try knownProduction.get()
            }
        }
    }

    /// Throws a ``ProjectError`` if a model can't be decoded. Rules skip such a model, so it would count as a model
    /// without findings.
    func assertDecodable() throws { try knownModels.get() }
}

// MARK: Facts for rules

extension ProjectFacts {
    var code: AppCode { asked(for: .code, knownCode) }
    var retirements: [RetiredVersion] { asked(for: .retirements, knownRetirements) }
    var comparison: VersionComparison { asked(for: .comparison, knownComparison) }
    var rejections: FreezeRejections { asked(for: .rejections, knownRejections) }
    var entries: [UnreadEntry] { asked(for: .entries, knownEntries) }
    var damage: [BrokenFixture] { asked(for: .damage, knownDamage) }
    var git: GitComparison { asked(for: .git, knownGit) }
    var delivery: FixtureDelivery? { asked(for: .delivery, knownDelivery) }
    /// The comparison with CloudKit's schema, or nil if none was requested.
    var production: ProductionSchema? { asked(for: .cloudKit, knownProduction) }

    /// The versions that are declared and not frozen, and that a freeze doesn't reject.
    var freezableVersions: [ComparedVersion] {
        let unfrozen = comparison.unfrozen
        guard !unfrozen.isEmpty else { return [] }
        let rejections = rejections
        return unfrozen.filter { rejections.finding(of: $0.schema) == nil }
    }

    private func asked<Value>(for fact: Fact, _ value: OnDemand<Value, any Error>) -> Value {
        asked.note(fact)
        do { return try value.get() } catch {
            preconditionFailure("A rule asked for the fact \(fact), but doesn't declare that it needs it.")
        }
    }
}

// MARK: Facts for results

extension ProjectFacts {
    // A command's result contains these facts. Rules use the properties above, which record that they asked.

    func sourceCode() throws -> AppCode { try knownCode.get() }
    func versions() throws -> VersionComparison { try knownComparison.get() }
    func repository() throws -> GitComparison { try knownGit.get() }
    func productionSchema() throws -> ProductionSchema? { try knownProduction.get() }
}

extension Project {
    /// Throws a ``ProjectError`` if a declared model can't be decoded.
    fileprivate func assertDecodable() throws {
        let decoded = groups.flatMap(\.schemas).parallelMap { schema in
            Result { () throws(ProjectError) in
                for variant in [nil] + schema.variants.map(Optional.some) { _ = try schema.decoded(variant) }
            }
        }
        for result in decoded { try result.get() }
    }
}
