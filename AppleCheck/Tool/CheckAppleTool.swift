import AppleCheck
import Foundation

/// The tool `check-apple REPOSITORY SCRATCH [--sdk PATH]`. On Linux, it checks as much of the build on a Mac as
/// possible.
///
/// Findings are printed to standard output in the format of compilers, with paths relative to the repository. The exit
/// code is 0 for success, 1 if there are findings, and 2 if the check couldn't run or finish.
@main
struct CheckAppleTool {
    static func main() {
        let start = Date()
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            guard arguments.count == 2 || arguments.count == 4 && arguments[2] == "--sdk" else {
                throw CheckFailure("usage: check-apple REPOSITORY SCRATCH [--sdk PATH]")
            }
            let toolchain = try Toolchain()
            let sdk = try arguments.count == 4 ? AppleSDK(path: arguments[3], toolchain: toolchain) : nil
            for note in sdk?.notes ?? [] {
                FileHandle.standardError.write(Data("check-apple: note: \(note)\n".utf8))
            }
            let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            let report = try AppleCheck.run(
                repository: absolute(arguments[0]), scratch: absolute(arguments[1]),
                products: program.deletingLastPathComponent().path, toolchain: toolchain, sdk: sdk)
            for finding in report.findings { print(finding) }
            for result in report.results { print(summary(result)) }
            let seconds = Int(Date().timeIntervalSince(start).rounded())
            let checked = report.results.count { $0.omission == nil }
            print("check-apple: \(checked) modules, \(report.findings.count) findings, \(seconds) s")
            exit(report.findings.isEmpty ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("check-apple: \(error)\n".utf8))
            exit(2)
        }
    }

    private static func summary(_ result: CheckSession.Result) -> String {
        if let omission = result.omission { return "\(result.unit): not checked because \(omission)" }
        let platforms = result.platforms.map(\.rawValue).joined(separator: " and ")
        return "\(result.unit): \(result.files) files, checked for \(platforms), \(result.findings.count) findings"
    }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
