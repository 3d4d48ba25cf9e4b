import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// A part of a project's setup, such as the fixtures or the baseline.
struct SetupPart: Encodable {
    enum State: String, Encodable {
        case done, missing, needsWork, notNeeded

        /// The state in the text format.
        var text: String {
            switch self {
            case .done: "set up"
            case .missing: "missing"
            case .needsWork: "needs work"
            case .notNeeded: "not needed"
            }
        }

        /// Whether the user must add or change something.
        var isIncomplete: Bool { self == .missing || self == .needsWork }
    }

    let name: String
    let state: State
    /// A description of the part's state, without a period at the end. It may include advice.
    let text: String
    /// The command to run if the part lacks something; nil if nothing is missing, or if no command helps.
    var command: String?

    /// Returns the parts of a project's setup, in the order that a user sets them up.
    ///
    /// - Parameters:
    ///   - line: returns the shell command line for a command, such as `freeze --all`, on this project.
    ///   - baselineLine: returns the shell command line that runs `lint` on this project with a given option for
    ///     writing the baseline, such as `--update-baseline`.
    static func all(
        of state: SetupState, commandLine line: (String) -> String, baselineLine: (String) -> String
    ) -> [SetupPart] {
        [
            fixtures(state.fixtures, line), attributes(state.attributes, line), gate(state.gate, line),
            tests(state.tests, line), baseline(state.baseline, baselineLine),
        ]
    }

    // MARK: Parts

    private static func fixtures(_ fixtures: SetupState.Fixtures, _ line: (String) -> String) -> SetupPart {
        let name = "fixtures"
        guard fixtures.frozenCount > 0 else {
            let below = fixtures.below
            return below.isEmpty
                ? SetupPart(
                    name: name, state: .missing, text: "no version is frozen", command: fixtures.start.line(line))
                : SetupPart(
                    name: name, state: .missing,
                    text: "\(below.listed) \(below.count == 1 ? "has" : "have") fixtures, and this folder has none")
        }
        let frozen = "\(Counted("version", fixtures.frozenCount)) frozen"
        if fixtures.errorCount > 0 {
            let errors = Counted("error", fixtures.errorCount)
            return SetupPart(
                name: name, state: .needsWork, text: "\(frozen), check finds \(errors)", command: line("check"))
        }
        guard let next = fixtures.unfrozen.first else { return SetupPart(name: name, state: .done, text: frozen) }
        return SetupPart(
            name: name, state: .missing,
            text: "\(frozen), not yet \(fixtures.unfrozenText). Freeze a version before it ships",
            command: line(fixtures.unfrozen.count == 1 ? "freeze \(next.asShellWord)" : "freeze --all"))
    }

    private static func attributes(_ attributes: SetupState.Attributes, _ line: (String) -> String) -> SetupPart {
        let name = "attributes"
        return switch attributes {
        case .complete: SetupPart(name: name, state: .done, text: ".gitattributes keeps git from converting fixtures")
        case .missing:
            SetupPart(
                name: name, state: .missing, text: ".gitattributes lets git convert fixtures",
                command: line("init"))
        case .unwritable(let lines):
            SetupPart(
                name: name, state: .missing,
                text: ".gitattributes isn't in UTF-8. Add these lines to it: " + lines.joined(separator: "; "))
        case .noRepository: SetupPart(name: name, state: .notNeeded, text: "the project isn't in a git repository")
        }
    }

    private static func gate(_ gate: SetupState.Gate, _ line: (String) -> String) -> SetupPart {
        let name = "gate"
        guard !gate.isMissing else {
            return SetupPart(
                name: name, state: .missing, text: "no workflow, build plugin or hook runs a check",
                command: line("init --ci github"))
        }
        let places =
            gate.services.map(\.rawValue) + (gate.hasBuildPlugin ? ["DriftGate"] : [])
            + (gate.hasHook ? ["pre-commit"] : [])
        return SetupPart(name: name, state: .done, text: places.joined(separator: ", "))
    }

    private static func tests(_ tests: SetupState.Tests, _ line: (String) -> String) -> SetupPart {
        let name = "tests"
        switch tests {
        case .nothingFrozen: return SetupPart(name: name, state: .missing, text: "they need a frozen version")
        case .ofApp:
            return SetupPart(
                name: name, state: .notNeeded, text: "a test of the app opens the frozen stores (\(line("scaffold")))")
        case .files(let existing, 0) where existing > 0:
            return SetupPart(name: name, state: .done, text: "\(Counted("file", existing)) from scaffold")
        case .files(_, let missing) where missing > 0:
            return SetupPart(
                name: name, state: .missing,
                text:
                    "\(Counted("test file", missing)) for frozen versions and their migrations "
                    + (missing == 1 ? "is missing" : "are missing"),
                command: line("scaffold"))
        case .files:
            return SetupPart(name: name, state: .missing, text: "no test can be written", command: line("scaffold"))
        case .gaps:
            return SetupPart(
                name: name, state: .missing, text: "the test target doesn't depend on PermafrostTesting",
                command: line("init"))
        case .noFolder(let error):
            return SetupPart(
                name: name, state: .missing, text: ErrorMessage(error).text, command: line("scaffold --tests DIR"))
        }
    }

    private static func baseline(_ baseline: SetupState.OldFindings, _ line: (String) -> String) -> SetupPart {
        let name = "baseline"
        switch baseline {
        case .none: return SetupPart(name: name, state: .notNeeded, text: "there is no baseline")
        case .present(let old, 0): return SetupPart(name: name, state: .done, text: "\(Counted("old finding", old))")
        case .present(let old, let gone):
            return SetupPart(
                name: name, state: .needsWork,
                text: "\(Counted("old finding", old)), and \(gone) that \(gone == 1 ? "is" : "are") gone",
                command: line("--update-baseline"))
        case .unusable(let failure): return SetupPart(name: name, state: .needsWork, text: ErrorMessage(failure).text)
        }
    }
}

extension SetupState.Fixtures {
    /// The names of the versions that aren't frozen. If there are more than five, the text has the first five names and
    /// the number of the others, such as `… and 3 more`.
    var unfrozenText: String {
        let names = unfrozen.prefix(5).joined(separator: ", ")
        return unfrozen.count > 5 ? "\(names) and \(unfrozen.count - 5) more" : names
    }
}

extension SetupState.Start {
    func line(_ line: (String) -> String) -> String {
        switch self {
        case .initialize: line("init")
        case .adopt: line("adopt")
        case .freeze(let version): line("freeze \(version.asShellWord)")
        }
    }
}
