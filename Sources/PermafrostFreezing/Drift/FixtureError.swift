import Foundation
import Permafrost
import PermafrostFixtures

/// An error that occurs while a fixture is found, read or written. Its description contains the problem and, for most
/// errors, the fix, so a test can simply rethrow it.
///
/// `freeze(into:)` and `checkDrift()` throw this error,
/// and so do the functions of PermafrostTesting that read stores or create sample rows.
public enum FixtureError: Error, Sendable, Hashable {
    /// None of the paths in `searched` is a folder with fixtures.
    case noTree(searched: [String])
    /// No fixture tree contains a fixture of the version in `group` or, if `group` is nil, in any group. `trees` lists
    /// the paths of the trees that were searched, and `known` lists the fixtures in them.
    case missing(version: String, group: String?, trees: [String], known: [String])
    /// No fixture tree contains a fixture of the group. `trees` lists the paths of the trees that were searched, and
    /// `known` lists the groups in them with their versions, such as `PostsMigrationPlan: 1.0.0, 2.0.0`.
    case missingGroup(String, trees: [String], known: [String])
    /// Several groups contain the version. Pass one of `groups`.
    case ambiguous(version: String, groups: [String])
    /// The version's fixture has no user's store with the given name. `known` lists the names of its stores.
    case missingStore(String, version: String, known: [String])
    /// The fixture's files are damaged or missing, or have changed since the version was frozen. `problems` describes
    /// each problem, and `fix` describes what to do.
    case damaged(version: String, folder: String, problems: [String], fix: String)
    /// The version's name can't be used as a folder name.
    case unsafeVersion(String)
    /// The store at `path`, which may be a fixture's store, can't be copied or read, for the given reason.
    case unreadable(path: String, reason: String)
    /// Sample rows can't be made, because the possible values of `property` can't be determined at run time. An example
    /// is an enum that isn't `CaseIterable`.
    case unknownValues(schema: String, property: String)
    /// `folder` already contains a fixture of the version. Freezing replaces the fixture only with `replacing: true`.
    case alreadyFrozen(version: String, folder: String)
    /// The fixture can't be written, for the given reason.
    case notWritten(folder: String, reason: String)
    /// The `SOURCE_DATE_EPOCH` environment variable isn't a valid number of seconds. The associated value is the
    /// variable's text.
    case invalidDate(String)
}

extension FixtureError {
    /// Returns a ``damaged(version:folder:problems:fix:)`` error for a fixture that is damaged or has no model. The fix
    /// is for the first problem.
    package static func damaged(_ frozen: FrozenVersion) -> FixtureError {
        let folder = frozen.fixture.path
        return .damaged(
            version: frozen.version.description, folder: folder,
            problems: frozen.isEmpty
                ? ["\(folder) has none of its files"] : frozen.damage.map { FixtureDamageMessage($0).sentence },
            fix: frozen.damage.first.map { FixtureDamageMessage($0).fix(folder: folder) } ?? "Freeze the version "
                + "again")
    }
}

extension FixtureError {
    /// The advice for a test that runs without the repository, such as on a device. It explains how to add the fixtures
    /// to the test's resources.
    private static let withoutSources = """
        If the test runs without its sources, as on a device or in Xcode Cloud, add the folder Fixtures to the test target's \
        resources: in Xcode as a folder and not as a group, in a package with resources: [.copy("../../Fixtures")]. The page \
        FixturesWithoutSources in Permafrost's guide describes each case
        """

    /// Returns two commands that freeze a version, for use in a message: one for the installed tool and one for the
    /// package plugin.
    ///
    /// - Parameter version: the version, or an option for several versions.
    private static func command(_ version: String) -> String {
        let (tool, plugin) = (ToolCommand.line("freeze", by: .shell), ToolCommand.line("freeze", by: .swiftPackage))
        return "\(tool) \(version), or in a package \(plugin) \(version)"
    }

    /// Returns whether a fixture tree is inside a bundle. If so, the test may be running without its sources.
    private static func isInBundle(_ tree: String) -> Bool {
        let endings = [".xctest", ".bundle", ".resources", ".app"]
        return tree.split(separator: "/").contains { folder in endings.contains { folder.hasSuffix($0) } }
    }
}

extension FixtureError: LocalizedError, CustomStringConvertible {
    /// A description of the problem and, for most errors, the fix.
    public var errorDescription: String? { description }

    /// A description of the problem and, for most errors, the fix.
    public var description: String {
        switch self {
        case .noTree(let searched):
            return """
                there is no fixture tree. Freeze the version first (\(Self.command("VERSION"))), or set \
                \(FixtureSearch.variable) to the tree. Searched: \(searched.prefix(8).joined(separator: ", ")). \
                \(Self.withoutSources)
                """
        case .missing(let version, let group, let trees, let known):
            let whose = group.map { " of \($0)" } ?? ""
            return """
                there is no fixture of \(version)\(whose) in \(trees.joined(separator: ", ")), which contains \
                \(known.isEmpty ? "no fixtures" : known.joined(separator: ", ")). Restore the fixture from git, or \
                freeze the version: \
                \(Self.command(version))\(trees.contains(where: Self.isInBundle) ? ". \(Self.withoutSources)" : "")
                """
        case .missingGroup(let group, let trees, let known):
            return """
                there is no fixture of \(group) in \(trees.joined(separator: ", ")), which contains \
                \(known.isEmpty ? "no fixtures" : known.joined(separator: "; ")). Freeze the versions of the plan: \
                \(Self.command("--all")). If another group contains them, pass its name as group:\
                \(trees.contains(where: Self.isInBundle) ? ". \(Self.withoutSources)" : "")
                """
        case .ambiguous(let version, let groups):
            return """
                \(groups.joined(separator: " and ")) each have a \(version) fixture. Specify one: \
                group: "\(groups.first ?? "")"
                """
        case .missingStore(let name, let version, let known):
            return """
                the \(version) fixture has no store named \(name), \
                \(known.isEmpty ? "and no other" : "but " + known.joined(separator: ", ")). Add one with \
                \(Self.command("\(version) --from-store STORE --name \(name)"))
                """
        case .damaged(let version, _, let problems, let fix):
            return "the \(version) fixture is damaged: \(problems.joined(separator: "; ")). \(fix)"
        case .alreadyFrozen(let version, let folder):
            return "\(FreezeError.alreadyFrozen(version: version, path: folder)) (replacing: true)"
        case .notWritten(let folder, let reason):
            return "the fixture in \(folder) can't be written: \(reason)"
        case .invalidDate(let value):
            return "SOURCE_DATE_EPOCH is \"\(value)\": expected whole seconds since 1970"
        case .unsafeVersion(let version):
            return """
                "\(version)" can't be the name of a frozen version: it is empty, longer than 200 bytes, or not a safe \
                folder name. Use a name such as 2.0.0
                """
        case .unreadable(let path, let reason):
            return "the store at \(path) can't be read: \(reason)"
        case .unknownValues(let schema, let property):
            return """
                sample values can't be made for \(property) of \(schema): only the source shows its type's possible values. \
                Freeze the version (\(Self.command("VERSION"))), or make its enums CaseIterable
                """
        }
    }
}
