import Foundation

/// The complete check of `make check-apple`: the manifest, every module, the plugins, and typical code that uses the
/// package.
package struct AppleCheck: Sendable {
    /// The results of a check.
    package struct Report: Sendable {
        package let findings: [Finding]
        /// The results of the compiled units.
        package let results: [CheckSession.Result]
    }

    /// Checks a repository.
    ///
    /// - Parameters:
    ///   - repository: the repository's folder.
    ///   - scratch: the folder for all written files.
    ///   - products: the folder with the package's built tools.
    ///   - sdk: an Xcode SDK to check against instead of the stand-ins.
    /// - Throws: ``CheckFailure`` if the check can't run or can't finish.
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
