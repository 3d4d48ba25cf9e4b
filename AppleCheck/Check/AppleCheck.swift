import Foundation

/// The check as `make check-apple` runs it: the manifest, every module, the plugins, and what people write with the package.
package struct AppleCheck: Sendable {
    /// What the check found.
    package struct Report: Sendable {
        package let findings: [Finding]
        /// What was compiled.
        package let results: [CheckSession.Result]
    }

    /// Checks a repository.
    ///
    /// - Parameters:
    ///   - repository: its folder.
    ///   - scratch: a folder for all that is written.
    ///   - products: the folder with the built tools of the package.
    ///   - sdk: an SDK of Xcode to check against, instead of the stand-ins.
    /// - Throws: ``CheckFailure`` if the check cannot run or not to its end.
    package static func run(
        repository: String, scratch: String, products: String, toolchain: Toolchain, sdk: AppleSDK? = nil
    ) throws -> Report {
        let plan = try ManifestPlan(repository: repository, scratch: scratch, toolchain: toolchain)
        guard plan.findings.isEmpty else { return Report(findings: plan.findings, results: []) }
        let session = try CheckSession(repository: repository, scratch: scratch, toolchain: toolchain, sdk: sdk)
        let usage = try UsageUnits.all(
            repository: repository, plan: plan, scratch: scratch, products: products, toolchain: toolchain)
        let units = plan.units + plan.plugins + usage
        let results = try session.check(units)
        return Report(findings: Set(results.flatMap(\.findings)).sorted(), results: results)
    }
}
