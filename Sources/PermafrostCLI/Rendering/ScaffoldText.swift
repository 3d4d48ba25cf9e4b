import PermafrostProject

/// What became of the tests to write, for people.
struct ScaffoldText {
    private let scaffold: ProjectScaffold
    private let context: CommandContext

    init(_ scaffold: ProjectScaffold, context: CommandContext) {
        self.scaffold = scaffold
        self.context = context
    }

    /// Writes one outcome as soon as it is known.
    func write(_ outcome: ProjectScaffold.Outcome) {
        let style = Style(context.output.isColoured)
        let path = context.shown(outcome.path)
        switch outcome.result {
        case .written: context.output.result("\(style.green("wrote"))    \(path)")
        case .unchanged: context.output.result("\(style.faint("kept"))     \(path) (as it was written)")
        case .edited: context.output.result("\(style.faint("kept"))     \(path) (edited: it is yours)")
        case .failed(let error): context.output.error("\(path): \(ErrorWording(error).text)")
        }
    }

    /// Writes what has no test, and what to do next.
    func writeRest(_ outcomes: [ProjectScaffold.Outcome]) {
        let style = Style(context.output.isColoured)
        for skip in scaffold.skips {
            let wording = ScaffoldSkipWording(skip)
            context.output.result("\(style.yellow("skipped"))  \(wording.what)")
            context.output.result("         what to do: \(wording.fix)")
        }
        if let advice = ScaffoldAdvice.dependencies(scaffold) { context.output.result(advice) }
        if let advice = ScaffoldAdvice.fixtures(scaffold) { context.output.note(advice) }
        let new = outcomes.filter { if case .written = $0.result { true } else { false } }
        if new.contains(where: \.hasReasons) { context.output.note("Fill in the reasons that are marked TODO") }
        if !new.isEmpty { context.output.note("Run the tests and commit them: they are yours, and never overwritten") }
    }
}

/// What the project needs for the tests to run, in words.
enum ScaffoldAdvice {
    /// What the test target lacks, as its manifest would say it; nil where it lacks nothing.
    static func dependencies(_ scaffold: ProjectScaffold) -> String? {
        guard let target = scaffold.folder.target, !scaffold.missingDependencies.isEmpty else { return nil }
        let lines = scaffold.missingDependencies.map { name in
            name == "PermafrostTesting"
                ? "  .product(name: \"PermafrostTesting\", package: \"permafrost\")," : "  \"\(name)\","
        }
        return "Package.swift: the test target \(target.name) lacks dependencies that its tests import; add\n"
            + lines.joined(separator: "\n")
    }

    /// How tests find a tree that stands nowhere above them; nil where they find it.
    static func fixtures(_ scaffold: ProjectScaffold) -> String? {
        scaffold.findsFixtures
            ? nil
            : "The tests look for Fixtures in the folders above theirs: name this tree with PERMAFROST_FIXTURES when they "
                + "run"
    }
}

extension ProjectScaffold.Outcome {
    /// Whether the test leaves reasons to fill in.
    fileprivate var hasReasons: Bool {
        if case .migration(let test) = file.test { !test.expectations.isEmpty } else { false }
    }
}
