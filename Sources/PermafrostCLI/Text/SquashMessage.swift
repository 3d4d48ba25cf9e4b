import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// Messages about versions that can't be squashed. They explain the error and its fix.
enum SquashMessage {
    static func text(_ error: Squash.Failure) -> String { sentence(error) + ". Nothing was written" }

    private static func sentence(_ error: Squash.Failure) -> String {
        switch error {
        case .noDeclaration(let group):
            "the versions of \(group) aren't declared as VersionedSchema types in Swift, so they have no classes of their own. Only "
                + "such versions can be squashed"
        case .newest(let version, let schema):
            "\(version) (\(schema)) is the newest version, and the app uses its classes. Squash it after the next version has shipped"
        case .notFrozen(let version, let schema):
            "\(version) (\(schema)) isn't frozen, so the edit can't be compared with what shipped. Freeze it first: "
                + "\(ToolCommand.line("freeze")) \(version.asShellWord)"
        case .damaged(let version, let path):
            "the \(version) fixture (\(path)) is damaged, so the edit can't be compared with it. To list the damage and its fix, run "
                + ToolCommand.line("check")
        case .drifted(let version, let schema, let change):
            "\(schema) has changed since \(version) was frozen (\(change)). Revert it first. For details, run "
                + ToolCommand.line("check")
        case .nothingToSquash(let versions):
            versions.isEmpty
                ? "no frozen version is older than the newest one, so there is nothing to squash"
                : "there is nothing to squash: the classes of \(versions.listed) have no code or documentation comments that can be removed"
        case .unreadableSources(let issue): text(issue, "Until you correct this, the edit can't be verified")
        case .problem(let problem): NextVersionMessage.text(problem)
        case .wouldNotBeRead(let issue): text(issue, "The edited source couldn't be read back. \(byHand)")
        case .wouldChange(let name, let what): "the edits would have changed \(name): \(what). \(byHand)"
        }
    }

    private static let byHand = "Squash the other versions by naming them, and remove the code of this one by hand"

    private static func text(_ issue: SourceIssue, _ consequence: String) -> String {
        let finding = Finding(issue)
        return
            "\(issue.location): \([finding.what, finding.fix].compactMap(\.self).joined(separator: ". ")). \(consequence)"
    }
}
