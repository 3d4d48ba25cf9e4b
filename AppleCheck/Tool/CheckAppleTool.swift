import AppleCheck
import Foundation

/// `check-apple REPOSITORY SCRATCH [--sdk PATH]`: checks on Linux what can be checked of the build on a Mac.
///
/// Exits with 0 if all is well, with 1 if there are findings, and with 2 if the check could not run.
@main
struct CheckAppleTool {
    static func main() {
        let start = Date()
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            guard arguments.count == 2 else {
                throw CheckFailure("usage: check-apple REPOSITORY SCRATCH [--sdk PATH]")
            }
            let toolchain = try Toolchain()
            let report = try AppleCheck.run(repository: arguments[0], scratch: arguments[1], toolchain: toolchain)
            for finding in report.findings { print(finding) }
            for result in report.results {
                let platforms = result.platforms.map(\.rawValue).joined(separator: " and ")
                let outcome = result.blockedBy.map { "not checked, since \($0) does not compile" }
                print(
                    "\(result.unit): \(outcome ?? "\(result.files) files for \(platforms), \(result.findings.count) findings")"
                )
            }
            print("checked \(report.results.count) modules in \(Int(Date().timeIntervalSince(start))) s")
            exit(report.findings.isEmpty ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("check-apple: \(error)\n".utf8))
            exit(2)
        }
    }
}
