import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// Messages about a version that can't be retired. They explain the error and its fix.
enum RetirementMessage {
    static func text(_ error: Retirement.Failure) -> String { sentence(error) + ". Nothing was written" }

    private static func sentence(_ error: Retirement.Failure) -> String {
        switch error {
        case .noPlan(let version, let schema):
            "no migration plan lists \(version) (\(schema)), so it can't be declared as retired. Add a plan, or remove the "
                + "version by hand"
        case .modelFile(let path):
            "\(path) is a Core Data model. Its versions can't be retired, because Core Data migrates stores of them by inference"
        case .alreadyRetired(let version, let plan): "\(plan) has already retired \(version)"
        case .stillDeclared(let version, let plan):
            "\(version) is declared, but a Retired value in \(plan) or a line in retired.txt marks it as retired. "
                + "Remove the value and the line, and run the command again"
        case .only(let version, let plan):
            "\(version) is the only version in \(plan). Add the next version first: \(ToolCommand.line("new-version"))"
        case .newest(let version, let plan):
            "\(version) is the newest version in \(plan), which the app opens its store with. Retire an older version"
        case .needed(let version, let older, let plan):
            "stores of \(older) migrate through \(version) in \(plan). Retire \(older) first: \(ToolCommand.line("retire")) "
                + "\(older.asShellWord) --because TEXT"
        case .fixture(let failure): ReleaseMessage.text(failure)
        case .outside(let path):
            "\(path) is outside the project's folder, so a mark there can't be undone with the sources. Move the fixture tree "
                + "into the project"
        case .problem(let problem): text(problem)
        case .wouldNotBeRead(let issue):
            "the edited sources couldn't be read back (\(issue.location)): \(Finding(issue).what). \(byHand)"
        case .wouldChange(let schema, let what): "the edits would have changed \(schema): \(what). \(byHand)"
        }
    }

    /// The advice for a version that the command can't take out.
    private static let byHand =
        "Remove the version by hand, declare it as retired in the plan, and run \(ToolCommand.line("check"))"

    /// The maximum number of places to list.
    private static let shownPlaces = 5

    private static func text(_ problem: RetirementDraft.Problem) -> String {
        switch problem {
        case .used(let name, let places):
            "\(places.prefix(shownPlaces).map(\.description).joined(separator: ", "))"
                + (places.count > shownPlaces ? " and \(Counted("more place", places.count - shownPlaces))" : "")
                + ": \(name) is still used. Remove the use, or copy what it needs to a newer version, and run the command again"
        case .computedList(let type, let place):
            "\(place): the declaration of \(type) contains no array of versions to take the version out of. Declare schemas "
                + "there as an array"
        case .computedStages(let type, let place):
            "\(place): the declaration of \(type) contains no list of stages to edit. Declare stages there as an array"
        case .noLibrary(let plan, let place):
            "\(place): \(plan) must declare the version with Permafrost's Retired, but no source imports Permafrost. Add the "
                + "Permafrost product to the target's dependencies, import it where the app opens its store with "
                + "SafeModelContainer, and run the command again"
        case .moved(let name, let place):
            "\(place): \(name) is no longer there, because the file has changed since it was read. Run the command again"
        case .conflict(let place): "\(place): the file has merge conflict markers. Resolve the conflict first"
        }
    }
}
