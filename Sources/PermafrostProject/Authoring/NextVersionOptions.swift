import PermafrostModel
import PermafrostSource
import PermafrostStore

/// What `new-version` is asked for.
package struct NextVersionOptions: Sendable {
    /// The next version's number; nil for the one after the newest, raised as the step before.
    package var version: String?
    /// The name of the type that declares it; nil for the one after the newest version's.
    package var name: String?
    /// The models whose classes are frozen, with what they are connected with; empty for what the project's own steps do.
    package var models: [String] = []
    /// New model classes that the next version does not list.
    package var without: [String] = []
    /// Properties that have another name now: with their model, and their name now.
    package var renamed: [String: String] = [:]
    /// Properties, with their model, that were not renamed, though one like them is new.
    package var notRenamed: Set<String> = []
    /// The kind of the stage; nil for what the difference needs.
    package var stage: PlanStage.Kind?
    /// Whether a newest version that has not shipped gets a next one, too.
    package var evenUnshipped = false

    package init() {}
}

/// Why no next version is written: facts, which the command line words.
package enum NextVersionError: Error, Sendable, Hashable {
    /// Another process edits the project's sources.
    case inUse(directory: String)
    /// No plan in Swift lists versions.
    case noPlan(directory: String)
    /// The versions are those of a Core Data model, which Xcode makes new ones of.
    case modelFile(path: String)
    /// Several plans do, and none was chosen: their names and places.
    case severalPlans([String], [SourceLocation])
    /// Versions of several groups stand in no plan, and none was chosen: a version of each.
    case severalGroups([String])
    /// Sources could not be read, so that something may be missed: the first problem.
    case unreadableSources(SourceIssue)
    /// The newest version in the plan's list is no declaration that could be read.
    case unreadable(schema: String, SourceLocation)
    /// The newest version has not shipped: no tag has it, or no commit, or no fixture.
    case notShipped(schema: String, version: String, SourceLocation, missing: Missing)
    /// What was edited is in no version hash, so that no version can hold it.
    case sameHash(schema: String, version: String, changes: [ModelChange], SourceLocation)
    /// No commit has the newest version as it shipped.
    case noSource(schema: String, version: String, SourceLocation)
    /// A type of the name is declared already.
    case nameTaken(String)
    /// The number is no version, or not after the newest; the one that would be taken.
    case badVersion(String, newest: String, next: String)
    /// The newest version is not of numbers, so that none is after it.
    case unnumbered(String)
    /// No model of the name.
    case unknownModel(String, known: [String])
    /// A property that was not renamed as `--renamed` or `--not-renamed` says, and why.
    case notRenamed(String, PropertyRenamings.Mistake)
    /// The sources keep the files from being written.
    case problem(NextVersionDraft.Problem)
    /// What the files would have done to a version that is not theirs to change.
    case wouldChange(schema: String, what: String)
    /// An earlier run was cut short, and this one doesn't write.
    case cutShort(journal: String)
    /// An earlier run was cut short, and a file has been edited since.
    case unfinished(path: String, journal: String)
    /// No journal was found in any of the places.
    case nothingToUndo(places: [String])
    /// A file that was written has been edited since.
    case editedSince(path: String, journal: String)
    /// A journal can't be read.
    case unreadableJournal(path: String, reason: String)
    /// No place takes a journal, with the reasons.
    case noJournal(reasons: [String])
    /// Everything is written, and the journal doesn't say so yet.
    case notNoted(journal: String, reason: String)
    /// A file has changed since the sources were read.
    case changedMeanwhile(path: String)
    /// A file or folder is read-only.
    case notWritable(path: String)
    /// A file, or a folder on the way to it, is a symbolic link.
    case isLink(path: String)
    /// A folder, pipe or device is at the path.
    case isNoFile(path: String)
    /// The path isn't inside the project, or is in a git folder.
    case isOutside(path: String)

    /// Where a version that shipped would be.
    package enum Missing: Sendable, Hashable {
        case tag
        case commit
        case fixture
    }
}

/// The name and the number of the version after another.
struct NextVersionName {
    let type: String
    let numbers: [Int]

    /// The number as `major.minor.patch`.
    var version: String { Self.text(of: numbers) }

    /// - Parameters:
    ///   - newest: the type and number of the newest version.
    ///   - before: the number of the version before it; nil if it is the first.
    init(
        after newest: (type: String, version: String), before: String?, _ options: NextVersionOptions
    ) throws(NextVersionError) {
        guard let old = Self.numbers(of: newest.version) else {
            throw .unnumbered(newest.version)
        }
        // The component that the step before raised.
        let previous = before.flatMap(Self.numbers) ?? []
        let raised = zip(previous, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
        let next = old.enumerated().map {
            $0.offset < raised ? $0.element : $0.offset == raised ? $0.element + 1 : 0
        }
        if let given = options.version {
            guard let numbers = Self.numbers(of: given), old.lexicographicallyPrecedes(numbers) else {
                throw .badVersion(given, newest: newest.version, next: Self.text(of: next))
            }
            self.numbers = numbers
        } else {
            numbers = next
        }
        type = options.name ?? Self.name(after: newest.type, old: old, new: numbers)
    }

    private static func text(of numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ".") }

    private static func numbers(of version: String) -> [Int]? {
        let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
        let known = parts.compactMap(\.self)
        return known.contains { $0 < 0 || $0 == .max } ? nil : known + Array(repeating: 0, count: 3 - known.count)
    }

    /// `SchemaV3` becomes `SchemaV4`, `V1p13` becomes `V1p14`, and `SchemaV1_2` of 1.2.0 becomes `SchemaV1_3` of 1.3.0.
    private static func name(after type: String, old: [Int], new: [Int]) -> String {
        let name = SchemaName.own(type)
        guard let match = name.firstMatch(of: /^(.*?)([0-9]+(?:[_p][0-9]+)*)$/) else { return name + "V2" }
        let separator = match.2.first { $0 == "_" || $0 == "p" }.map(String.init) ?? ""
        let parts = match.2.split { $0 == "_" || $0 == "p" }.compactMap { Int($0) }
        if parts.count <= new.count, parts == Array(old.prefix(parts.count)), parts != Array(new.prefix(parts.count)) {
            return match.1 + new.prefix(parts.count).map(String.init).joined(separator: separator)
        }
        let next = parts.dropLast() + [(parts.last ?? 0) &+ 1]
        return match.1 + next.map(String.init).joined(separator: separator)
    }
}
