import Foundation
import PermafrostStore

/// Why there is no fixture to test with, or why none was written.
public enum FixtureError: Error, Sendable, Hashable {
    /// No fixture tree was found; the folders that were searched.
    case noTree(searched: [String])
    /// Trees were found, and none has the version; the trees, and the versions that they have.
    case missing(version: String, group: String?, trees: [String], known: [String])
    /// Several groups froze the version; their names.
    case ambiguous(version: String, groups: [String])
    /// The fixture's files are not what was frozen: what is wrong with them, in clauses, and what to do.
    case damaged(version: String, folder: String, problems: [String], fix: String)
    /// The version's name is no folder's.
    case unsafeVersion(String)
    /// A fixture's store, or a store given by its path, cannot be copied or read; the system's reason.
    case unreadable(path: String, reason: String)
    /// Sample rows cannot be made for a property: nothing at run time says which values it takes.
    case unknownValues(schema: String, property: String)
    /// The version is frozen already.
    case alreadyFrozen(version: String, folder: String)
    /// The fixture cannot be written; the reason. Nothing was changed.
    case notWritten(folder: String, reason: String)
    /// The environment variable `SOURCE_DATE_EPOCH` does not hold a time; its value.
    case invalidDate(String)
}

extension FixtureError {
    /// A fixture that is damaged, or without a model.
    package static func damaged(_ frozen: FrozenVersion) -> FixtureError {
        let folder = frozen.fixture.path
        return .damaged(
            version: frozen.version.description, folder: folder,
            problems: frozen.damage.map { FixtureDamage.Wording($0).sentence },
            fix: frozen.damage.first.map { FixtureDamage.Wording($0).fix(folder: folder) } ?? "Freeze it again")
    }
}

extension FixtureError: LocalizedError, CustomStringConvertible {
    /// What is wrong, and what to do next.
    public var errorDescription: String? { description }

    /// What is wrong, and what to do next.
    public var description: String {
        switch self {
        case .noTree(let searched):
            return """
                there is no fixture tree. Freeze the version first (swift package freeze), or name the tree in \
                \(FixtureSearch.variable). Searched: \(searched.prefix(8).joined(separator: ", "))
                """
        case .missing(let version, let group, let trees, let known):
            let whose = group.map { " of \($0)" } ?? ""
            return """
                there is no fixture of \(version)\(whose) in \(trees.joined(separator: ", ")), which has \
                \(known.isEmpty ? "none" : known.joined(separator: ", ")). Restore it from git, or freeze it: \
                swift package freeze \(version)
                """
        case .ambiguous(let version, let groups):
            return """
                \(groups.joined(separator: " and ")) each froze a \(version). Say which is meant: \
                group: "\(groups.first ?? "")"
                """
        case .damaged(let version, _, let problems, let fix):
            return "the fixture of \(version) is damaged: \(problems.joined(separator: "; ")). \(fix)"
        case .alreadyFrozen(let version, let folder):
            return "\(FreezeError.alreadyFrozen(version: version, path: folder)) (replacing: true)"
        case .notWritten(let folder, let reason):
            return "the fixture in \(folder) cannot be written: \(reason)"
        case .invalidDate(let value):
            return "SOURCE_DATE_EPOCH is \"\(value)\", and takes whole seconds since 1970"
        case .unsafeVersion(let version):
            return "\"\(version)\" cannot be the name of a frozen version: it is empty, too long, or no folder's name"
        case .unreadable(let path, let reason):
            return "the store at \(path) cannot be read: \(reason)"
        case .unknownValues(let schema, let property):
            return """
                no sample values can be made for \(property) of \(schema): its type is known to the source alone. \
                Freeze the version (swift package freeze), or make its enums CaseIterable
                """
        }
    }
}
