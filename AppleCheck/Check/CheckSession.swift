import Foundation

/// The environment that units are checked in: the toolchain, the stand-ins, and the modules of units that were checked
/// earlier.
package struct CheckSession: Sendable {
    /// The result for one unit.
    package struct Result: Sendable {
        /// The unit's name.
        package let unit: String
        /// The platforms that the unit is checked for. A unit whose text and imports are the same for several
        /// platforms is compiled once for all of them.
        package let platforms: [ApplePlatform]
        /// The number of files in the unit.
        package let files: Int
        package let findings: [Finding]
        /// The reason that the unit wasn't checked for at least one of the platforms, such as `PermafrostStore does not
        /// compile`; nil if it was checked for all of them.
        package let omission: String?
    }

    /// The outcome of a job.
    private enum Outcome {
        case compiled([Finding])
        case failed([Finding])
        case omitted(String)

        var findings: [Finding] {
            switch self {
            case .compiled(let findings), .failed(let findings): findings
            case .omitted: []
            }
        }

        var omission: String? {
            if case .omitted(let reason) = self { reason } else { nil }
        }
    }

    private let compiler: UnitCompiler
    private let library: IndexLibrary
    private let table: AvailabilityTable
    /// The modules that units may import in addition to Apple's.
    private let importable: Set<String>
    private let sdk: AppleSDK?
    private let sdkStandIns: SDKStandIns?
    /// The declarations of checked units that are only available on newer versions.
    private let declared = DeclaredAvailability()

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - repository: the repository's folder.
    ///   - scratch: the folder for all written files; it is created.
    ///   - sdk: an Xcode SDK to check against instead of the stand-ins.
    /// - Throws: ``CheckFailure`` if a file can't be written, or if a stand-in can't be built.
    package init(repository: String, scratch: String, toolchain: Toolchain, sdk: AppleSDK? = nil) throws {
        do {
            let files = FileManager.default
            try files.createDirectory(atPath: scratch, withIntermediateDirectories: true)
            // Modules of an earlier check must not be imported.
            for platform in ApplePlatform.allCases where files.fileExists(atPath: "\(scratch)/modules-\(platform)") {
                try files.removeItem(atPath: "\(scratch)/modules-\(platform)")
            }
        } catch {
            throw CheckFailure("can't prepare \(scratch): \(error.localizedDescription)")
        }
        library = try IndexLibrary(toolchain)
        var table = try AvailabilityTable(toolchain: toolchain, in: scratch)
        let standIns = try StandIns(repository: repository, in: scratch, toolchain: toolchain)
        table.merge(
            try AvailabilityTable(
                module: "SwiftData", arguments: ["-I", standIns.modules[0]] + standIns.headers.arguments,
                toolchain: toolchain, in: scratch + "/symbols-SwiftData"))
        self.table = table
        importable = Set(ManifestPlan.swiftSyntaxProducts + ["CZlib", "Foundation", "SwiftSyntaxStandIn"])
        sdkStandIns = try sdk.map {
            try SDKStandIns(
                sdk: $0, sources: repository + "/AppleCheck/StandIns", scratch: scratch, toolchain: toolchain)
        }
        compiler = UnitCompiler(
            toolchain: toolchain, standIns: standIns, sdk: sdk, sdkStandIns: sdkStandIns, scratch: scratch)
        self.sdk = sdk
    }

    /// Checks units in the order of their dependencies, and returns the result of each unit in the order of `units`.
    /// Later calls may import the modules that earlier calls compiled.
    package func check(_ units: [CheckUnit]) throws -> [Result] {
        let jobs = jobs(units)
        let reachable = Self.reachable(units)
        let outcomes = try Parallel.map(jobs, dependencies: jobs.map(\.dependencies)) {
            (job: Job, before: [Outcome]) -> Outcome in
            let unit = units[job.unit]
            if let omission = self.omission(unit) { return .omitted(omission) }
            for (index, result) in zip(job.dependencies, before) {
                switch result {
                case .compiled: continue
                case .failed: return Outcome.omitted("\(units[jobs[index].unit].name) doesn't compile")
                // The macro library is always compiled for this machine.
                case .omitted where StandIns.macroModules.contains(units[jobs[index].unit].name): continue
                case .omitted(let reason): return Outcome.omitted(reason)
                }
            }
            return try self.outcome(
                in: unit, for: job.platforms, importing: reachable[unit.name] ?? [],
                folder: "units-\(job.platforms[0])/\(unit.name)", keepsModule: true)
        }
        return units.indices.map { index in
            let own = zip(jobs, outcomes).filter { $0.0.unit == index }
            return Result(
                unit: units[index].name, platforms: own.flatMap(\.0.platforms), files: units[index].sources.count,
                findings: Set(own.flatMap(\.1.findings)).sorted(), omission: own.lazy.compactMap(\.1.omission).first)
        }
    }

    /// Checks a changed version of a unit, and returns the findings. The module that was compiled earlier isn't
    /// replaced.
    ///
    /// - Parameters:
    ///   - platforms: the platforms to check for. The unit is compiled for the first one.
    ///   - importing: the names of the units that the changed version may import.
    package func recheck(
        _ unit: CheckUnit, for platforms: [ApplePlatform], importing: Set<String>
    ) throws -> [Finding] {
        let folder = "rechecks/\(unit.name)-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: compiler.scratch + "/" + folder) }
        return Set(
            try outcome(in: unit, for: platforms, importing: importing, folder: folder, keepsModule: false).findings
        ).sorted()
    }

    private func outcome(
        in unit: CheckUnit, for platforms: [ApplePlatform], importing: Set<String>, folder: String, keepsModule: Bool
    ) throws -> Outcome {
        let compilation = try compiler.compile(unit, for: platforms, in: folder, keepsModule: keepsModule)
        var findings = compilation.findings
        // The compiler records uses even if it rejects some of the files.
        if let index = compilation.indexStore, FileManager.default.fileExists(atPath: index) {
            let uses = try IndexStore(index, library: library).uses()
            if keepsModule, !compilation.failed { try date(unit, for: platforms[0]) }
            var table = table
            table.merge(declared.table)
            let rule = SymbolUse(
                table: table, importable: importable.union(importing).union([unit.name]), platforms: platforms)
            findings += compilation.sources.flatMap { path, source in
                rule.findings(in: source, uses: uses[path] ?? [])
            }
        }
        return compilation.failed ? .failed(findings) : .compiled(findings)
    }

    /// Records the declarations of a unit that are only available on newer versions, for the unit itself and the units
    /// that import it.
    private func date(_ unit: CheckUnit, for platform: ApplePlatform) throws {
        guard unit.sources.contains(where: { $0.text.contains("@available(") }) else { return }
        declared.add(
            try AvailabilityTable(
                module: unit.name,
                arguments: ["-minimum-access-level", "private"] + compiler.importArguments(platform),
                toolchain: compiler.toolchain, in: "\(compiler.scratch)/symbols-\(unit.name)-\(platform)"))
    }

    /// Returns the reason that a unit can't be checked against the SDK; nil if it can, or if there is no SDK.
    private func omission(_ unit: CheckUnit) -> String? {
        guard let sdk else { return nil }
        if !unit.platforms.contains(sdk.platform) { return "it isn't built for \(sdk.platform)" }
        let absent =
            ManifestPlan.swiftSyntaxProducts + ["PackagePlugin", "PackageDescription", "XcodeProjectPlugin"]
            + (sdkStandIns?.missingTestLibraries ?? [])
        let modules = Set(unit.sources.flatMap { ImportedModules.names(in: $0.preamble + $0.text) })
        let imported = absent.first(where: modules.contains)
        return imported.map { "it imports \($0), which isn't in the SDK" }
    }

    /// Returns the names of the units that each unit may import, keyed by the unit's name. These are its direct and
    /// indirect dependencies. Each unit must be listed after its dependencies.
    package static func reachable(_ units: [CheckUnit]) -> [String: Set<String>] {
        var reachable: [String: Set<String>] = [:]
        for unit in units {
            reachable[unit.name] = unit.dependencies.reduce(into: Set(unit.dependencies)) {
                $0.formUnion(reachable[$1] ?? [])
            }
        }
        return reachable
    }

    // MARK: Order

    /// A unit for the platforms that it is the same for, with the jobs that it depends on.
    private struct Job {
        let unit: Int
        var platforms: [ApplePlatform]
        let dependencies: [Int]
    }

    /// Returns the jobs of all units. A unit is compiled only once for several platforms if it has the same code on all
    /// of them, and if its imports have the same declarations for other modules.
    private func jobs(_ units: [CheckUnit]) -> [Job] {
        var jobs: [Job] = []
        var made: [String: [ApplePlatform: Int]] = [:]
        var interfaces: [String: [ApplePlatform: [String]]] = [:]
        for (index, unit) in units.enumerated() {
            let before = unit.dependencies.compactMap { made[$0] }
            let conditional = unit.sources.map(\.text).filter { $0.contains("#if") }
            var compiled: [(code: [[String]], imports: [[String]], job: Int)] = []
            for platform in sdk.map({ [$0.platform] }) ?? unit.platforms {
                let code = conditional.map { ConditionRewriting.conditions(of: $0, for: platform) }
                let imports = unit.dependencies.map { interfaces[$0]?[platform] ?? [] }
                let same = compiled.first { $0.code == code && $0.imports == imports }
                let job = same?.job ?? jobs.count
                if same == nil {
                    let dependencies = before.compactMap { $0[platform] ?? $0.values.first }
                    jobs.append(Job(unit: index, platforms: [platform], dependencies: dependencies))
                    compiled.append((code, imports, job))
                } else {
                    jobs[job].platforms.append(platform)
                }
                made[unit.name, default: [:]][platform] = job
                let own = conditional.flatMap {
                    ConditionRewriting.conditions(of: $0, for: platform, inInterface: true)
                }
                interfaces[unit.name, default: [:]][platform] = own + imports.joined()
            }
        }
        return jobs
    }
}

/// The declarations of the package's own modules that `@available` limits to newer versions. The check fills it.
private final class DeclaredAvailability: @unchecked Sendable {
    private let lock = NSLock()
    private var found = AvailabilityTable()

    var table: AvailabilityTable { lock.withLock { found } }

    func add(_ table: AvailabilityTable) { lock.withLock { found.merge(table) } }
}
