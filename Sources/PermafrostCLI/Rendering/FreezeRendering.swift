import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// What became of the versions to freeze, for people.
struct FreezeText {
    private let project: Project
    private let context: CommandContext

    init(_ project: Project, context: CommandContext) {
        self.project = project
        self.context = context
    }

    /// Writes one outcome as soon as it is known.
    func write(_ outcome: ProjectFreeze.Outcome) {
        let style = Style(context.output.isColoured)
        let path = outcome.fixture.map { context.shown(project.tree.directory + "/" + $0) } ?? "?"
        switch outcome.result {
        case .frozen:
            context.output.result("\(style.green("froze"))    \(outcome.version)  \(outcome.schema) → \(path)")
            if !outcome.assumptions.isEmpty {
                context.output.note(
                    "         its hash is assumed, not proven, for \(outcome.assumptions.joined(separator: ", "))")
            }
            if !outcome.variants.isEmpty {
                context.output.note(
                    "         the model differs under \(outcome.variants.joined(separator: ", ")): both are frozen, the "
                        + "store is the other platforms'")
            }
        case .alreadyFrozen:
            context.output.result("\(style.faint("frozen"))   \(outcome.version)  \(outcome.schema) → \(path)")
            if let mapping = outcome.formerMapping {
                context.output.note("         it \(FormerMappingWording(mapping).frozen): see permafrost check")
            }
        case .remapped:
            context.output.result("\(style.green("remapped")) \(outcome.version)  \(outcome.schema) → \(path)")
            if let mapping = outcome.formerMapping {
                context.output.note("         the mapping was wrong for \(FormerMappingWording(mapping).properties)")
            }
        case .failed(let error):
            context.output.error("\(outcome.schema): \(ErrorWording(error).text)")
        }
    }

    /// Writes that no fixture had to be frozen again.
    func writeNothingToRemap() {
        context.output.result("Nothing to freeze again: no fixture is of a former mapping.")
    }

    /// Writes what to do next.
    func writeHints(_ outcomes: [ProjectFreeze.Outcome]) {
        let isAnyRemapped = outcomes.contains { if case .remapped = $0.result { true } else { false } }
        if isAnyRemapped {
            context.output.note(
                "Commit \(context.shown(project.tree.directory)), and check: \(context.commandLine("check"))")
        }
        let isAnyNew = outcomes.contains { if case .frozen = $0.result { true } else { false } }
        if isAnyNew {
            context.output.note(
                "Commit \(context.shown(project.tree.directory)), and gate the build: \(context.commandLine("check"))")
            // Tests open versions by their types, which other models have none of.
            guard context.options.models.isEmpty, context.options.coreDataModels.isEmpty else { return }
            context.output.note("Test what has shipped: \(context.commandLine("scaffold"))")
        }
    }
}

/// What became of the versions to freeze, as JSON.
struct FreezeJSON {
    let json: CanonicalJSON

    init(_ outcomes: [ProjectFreeze.Outcome], _ problems: [Finding], code: ExitCode) {
        json = .object([
            ("command", .string("freeze")), ("exitCode", .integer(Int64(code.rawValue))),
            ("findings", .array(problems.map { FindingJSON($0).json })), ("formatVersion", .integer(1)),
            ("versions", .array(outcomes.map(Self.json))),
        ])
    }

    private static func json(_ outcome: ProjectFreeze.Outcome) -> CanonicalJSON {
        var status = "frozen"
        var reason: String?
        switch outcome.result {
        case .frozen: break
        case .alreadyFrozen: status = "alreadyFrozen"
        case .remapped: status = "remapped"
        case .failed(let error):
            status = "failed"
            reason = ErrorWording(error).text
        }
        return .object([
            ("fixture", outcome.fixture.map { .string($0) }),
            ("formerMapping", outcome.formerMapping.map { .strings($0.properties) }),
            ("group", .string(outcome.group)),
            ("hashAssumptions", outcome.assumptions.isEmpty ? nil : .strings(outcome.assumptions)),
            ("hashConfidence", .string(outcome.hashConfidence)),
            ("reason", reason.map { .string($0) }),
            ("schema", .string(outcome.schema)),
            ("status", .string(status)),
            ("variants", outcome.variants.isEmpty ? nil : .strings(outcome.variants)),
            ("version", .string(outcome.version)),
        ])
    }
}
