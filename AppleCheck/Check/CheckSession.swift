import Foundation

/// What units are checked against: the toolchain, the stand-ins, and the modules of the units that were checked before.
package struct CheckSession: Sendable {
    /// What was found in one unit.
    package struct Result: Sendable {
        /// The unit's name.
        package let unit: String
        /// The platforms for which it was compiled; one stands for several if its text is the same for all.
        package let platforms: [ApplePlatform]
        /// The number of its files.
        package let files: Int
        package let findings: [Finding]
        /// The unit that this one imports and that does not compile, for which reason it was not compiled itself.
        package let blockedBy: String?
    }

    /// What came of one job.
    private enum Outcome {
        case compiled([Finding])
        case failed([Finding])
        case blocked(by: String)

        var findings: [Finding] {
            switch self {
            case .compiled(let findings), .failed(let findings): findings
            case .blocked: []
            }
        }
    }

    private let compiler: UnitCompiler
    private let library: IndexLibrary
    private let table: AvailabilityTable
    /// The modules that units may import besides Apple's.
    private let importable: Set<String>

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - repository: the folder of the repository.
    ///   - scratch: a folder for all that is written; it is made.
    package init(repository: String, scratch: String, toolchain: Toolchain) throws {
        do {
            try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        } catch {
            throw CheckFailure("cannot make \(scratch): \(error.localizedDescription)")
        }
        library = try IndexLibrary(toolchain)
        var table = try AvailabilityTable(toolchain: toolchain, in: scratch)
        let standIns = try StandIns(repository: repository, in: scratch, toolchain: toolchain)
        table.merge(
            try AvailabilityTable(
                module: "SwiftData", arguments: ["-I", standIns.modules[0]], toolchain: toolchain,
                in: scratch + "/symbols-SwiftData"))
        self.table = table
        importable = Set(ManifestPlan.swiftSyntaxProducts + ["CZlib", "Foundation", "SwiftSyntaxStandIn"])
        compiler = UnitCompiler(toolchain: toolchain, standIns: standIns, scratch: scratch)
    }

    /// Checks units, each after those that it depends on. Later calls may import what earlier ones have compiled.
    package func check(_ units: [CheckUnit]) throws -> [Result] {
        let jobs = Self.jobs(units)
        let reachable = Self.reachable(units)
        let outcomes = try Parallel.map(jobs, dependencies: jobs.map(\.dependencies)) {
            (job: Job, before: [Outcome]) -> Outcome in
            let unit = units[job.unit]
            for (index, result) in zip(job.dependencies, before) {
                switch result {
                case .compiled: continue
                case .failed: return Outcome.blocked(by: units[jobs[index].unit].name)
                case .blocked(let name): return Outcome.blocked(by: name)
                }
            }
            return try self.outcome(
                in: unit, for: job.platform, importing: reachable[unit.name] ?? [],
                folder: "units-\(job.platform)/\(unit.name)", keepsModule: true)
        }
        return units.indices.map { index in
            let own = zip(jobs, outcomes).filter { $0.0.unit == index }
            let blockedBy = own.lazy.compactMap { if case .blocked(let name) = $0.1 { name } else { nil } }.first
            return Result(
                unit: units[index].name, platforms: own.map(\.0.platform), files: units[index].sources.count,
                findings: Set(own.flatMap(\.1.findings)).sorted(), blockedBy: blockedBy)
        }
    }

    /// Checks one unit in the place of what was compiled under its name, whose module stays as it is.
    ///
    /// - Parameter importing: the names of the units that it may import.
    package func recheck(
        _ unit: CheckUnit, for platform: ApplePlatform, importing: Set<String>
    ) throws -> [Finding] {
        let folder = "rechecks/\(unit.name)-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: compiler.scratch + "/" + folder) }
        return Set(
            try outcome(in: unit, for: platform, importing: importing, folder: folder, keepsModule: false).findings
        ).sorted()
    }

    private func outcome(
        in unit: CheckUnit, for platform: ApplePlatform, importing: Set<String>, folder: String, keepsModule: Bool
    ) throws -> Outcome {
        let compilation = try compiler.compile(unit, for: platform, in: folder, keepsModule: keepsModule)
        guard let index = compilation.indexStore else { return .failed(compilation.findings) }
        let uses = try IndexStore(index, library: library).uses()
        let rule = SymbolUse(
            table: table, importable: importable.union(importing).union([unit.name]), platform: platform)
        let found = compilation.sources.flatMap { path, source in rule.findings(in: source, uses: uses[path] ?? []) }
        return .compiled(compilation.findings + found)
    }

    /// The units that each unit may import: those that it depends on, and theirs.
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

    /// A unit for one platform, with the jobs that come before it.
    private struct Job {
        let unit: Int
        let platform: ApplePlatform
        let dependencies: [Int]
    }

    /// The jobs of all units. A unit of several platforms is compiled once if its text and what it imports are the same
    /// for all of them.
    private static func jobs(_ units: [CheckUnit]) -> [Job] {
        var jobs: [Job] = []
        var made: [String: [ApplePlatform: Int]] = [:]
        for (index, unit) in units.enumerated() {
            let before = unit.dependencies.compactMap { made[$0] }
            for platform in unit.platforms {
                let differs =
                    platform == unit.platforms.first || before.contains { $0.count > 1 }
                    || unit.sources.contains { source in
                        unit.platforms.map { ConditionRewriting.text(source.text, for: $0) }.contains {
                            $0 != ConditionRewriting.text(source.text, for: unit.platforms[0])
                        }
                    }
                guard differs else { continue }
                let dependencies = before.compactMap { $0[platform] ?? $0.values.first }
                made[unit.name, default: [:]][platform] = jobs.count
                jobs.append(Job(unit: index, platform: platform, dependencies: dependencies))
            }
        }
        return jobs
    }
}
