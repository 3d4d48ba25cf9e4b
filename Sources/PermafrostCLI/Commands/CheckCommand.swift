import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// `permafrost check`: the drift gate.
struct CheckCommand {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let progress = Progress("reading sources", output: context.output)
        let project = try context.project()
        let known = KnownFixturesFile(context)
        let check = try ProjectCheck(
            project, requiresFrozen: context.invocation.has("--require-frozen"), known: known.read())
        known.keep(check.known)
        progress.end()
        let code: ExitCode =
            check.isIncomplete ? .failed : check.findings.contains { $0.severity == .error } ? .findings : .fine
        switch context.format {
        case .json: context.output.result(CheckJSON(check, code: code).json.bytes(.lines))
        case .text:
            context.output.result(CheckText(check, directory: context.options.directory, output: context.output).text)
        case let format:
            let report = FindingReport(check, paths: context.paths)
            if let text = report.text(format), !text.isEmpty { context.output.result(text) }
        }
        if code == .fine, let stamp = context.invocation.value("--stamp") { try Self.write(stamp) }
        return code
    }

    /// Makes or renews a file: build systems look at its time.
    private static func write(_ stamp: String) throws {
        do {
            try Data().write(to: URL(fileURLWithPath: stamp), options: .atomic)
        } catch {
            throw UsageError.invalidValue(
                option: "--stamp", value: stamp, expected: "a file that can be written (\(error.localizedDescription))")
        }
    }
}

/// What earlier checks learned of fixtures, kept in the cache.
struct KnownFixturesFile {
    private let context: CommandContext
    private static let name = "fixtures-\(Tool.version).json"

    init(_ context: CommandContext) { self.context = context }

    func read() -> KnownFixtures {
        guard context.options.usesCache else { return KnownFixtures() }
        return KnownFixtures(kept: context.cache, as: Self.name)
    }

    func keep(_ known: KnownFixtures) {
        if context.options.usesCache { known.keep(in: context.cache, as: Self.name) }
    }
}
