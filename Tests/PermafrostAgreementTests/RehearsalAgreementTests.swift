import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost
@testable import PermafrostFixtures
@testable import PermafrostProject
@testable import PermafrostStore

/// `permafrost migrate --dry-run` has only the declarations; `SafeModelContainer.dryRun` has the types and SwiftData.
/// Both find the same rows, dropped values, differences, and reasons for rejecting a store.
@Suite struct RehearsalAgreementTests {
    /// A reader that returns declarations that have been read already.
    private struct KnownReader: ProjectReader {
        let known: ProjectDeclarations
        func declarations(_ request: SourceRequest) -> ProjectDeclarations { known }
    }

    /// The findings of a rehearsal.
    private struct Findings: Equatable {
        var refusal: String?
        var rows: [RehearsalResult.Rows] = []
        var dropped: Set<DroppedPart> = []
        var differences: [String] = []
        var compared: [Int] = []
    }

    @Test(arguments: AgreementTests.plans.indices)
    func theCommandAndTheLibraryAgreeOnRehearsals(index: Int) throws {
        let (folder, types) = AgreementTests.plans[index]
        let declarations = try AgreementTests.project(folder).declarations
        var count = 0
        for type in types {
            var options = ProjectOptions(directory: AgreementTests.root.appending(path: folder).path)
            options.plan = "\(type)"
            let project = try Project(options: options, reader: KnownReader(known: declarations))
            let known = try VersionCatalog(project)
            let identities = try type.schemas.map { try LiveVersion.of($0) }
            let names = LivePlan(MigrationPlan(type)).versions.map(\.name)
            for from in identities.indices {
                let scratch = try ScratchFolder()
                let store = scratch.url.appending(path: "Rehearsed.store")
                try StoreWriter(model: identities[from].model, seed: [UInt8]("\(type) \(from)".utf8)).write(
                    to: store.path)
                for to in identities.indices {
                    let name = "\(type) from \(from) to \(to)"
                    guard
                        let rehearsal = try rehearsal(
                            of: store.path, to: names[to], project, known)
                    else { continue }
                    let report = try SafeModelContainer.dryRun(
                        for: identities[to].type, plan: MigrationPlan(type), storeURL: store)
                    count += 1
                    if rehearsal.route.isAtDestination {
                        #expect(report.passed && report.preservation?.passed == true, "\(name): \(report)")
                    } else if type.stages.isEmpty, case .version(.newer)? = report.error?.cause {
                        // SwiftData infers the migration, and loses values. The safe container rejects the store.
                        #expect(rehearsal.failure == nil && !rehearsal.isClean, "\(name)")
                    } else {
                        #expect(findings(rehearsal) == findings(report), "\(name)")
                    }
                }
            }
        }
        #expect(count > (index == 0 ? 150 : 1))
    }

    /// Returns the command line's findings. Returns nil if the path includes code, which it doesn't run, or if several
    /// versions have the number.
    private func rehearsal(
        of store: String, to version: String, _ project: Project, _ known: VersionCatalog
    ) throws -> MigrationRehearsal? {
        let inspection = try StoreInspection(StoreReader(path: store))
        do {
            let route = try RouteSearch(
                StoreIdentification(inspection, with: known), to: version, in: project, isStepwise: false
            ).route()
            return try MigrationRehearsal(of: store, inspection, route)
        } catch RehearsalError.customStages { return nil } catch ProjectError.sharedVersion {
            return nil
        }
    }

    private func findings(_ rehearsal: MigrationRehearsal) -> Findings {
        let result = rehearsal.result
        var found = Findings(rows: result.rows, dropped: Set(result.dropped))
        if case .refusedPlan = rehearsal.route.obstacle {
            found.refusal = "the plan"
        } else {
            found.refusal = rehearsal.failure?.code.map { "\($0)" }
        }
        if let preservation = result.preservation {
            found.differences = preservation.differences.map(\.description)
            found.compared = [preservation.rows, preservation.values, preservation.links]
        }
        return found
    }

    private func findings(_ report: DryRunReport) -> Findings {
        var found = Findings(
            rows: report.rows.map { .init(entity: $0.entity, before: $0.before, after: $0.after) },
            dropped: Set(report.dropped))
        found.refusal = report.error.map { error in
            switch error.cause {
            // The agreement tests compare the problems of a plan.
            case .plan(.invalid): "the plan"
            case .version(.newer): "\(CoreDataFailure.backwardMigration.code)"
            case .plan(.noPath), .version(.unknown): "\(CoreDataFailure.unknownModelVersion.code)"
            default: "\(error.coreDataCode ?? 0)"
            }
        }
        if let preservation = report.preservation {
            // The command line lists dropped values separately from the comparison.
            let dropped = Set(report.dropped.map(\.path))
            found.differences = preservation.differences.filter { $0.kind != .removal || !dropped.contains($0.path) }
                .map(\.description)
            found.compared = [preservation.rows, preservation.values, preservation.links]
        }
        return found
    }
}
