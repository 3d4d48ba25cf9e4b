/// A recorder that creates a ``LookupTrace`` of an evaluation. It isn't thread-safe.
final class Recorder {
    private(set) var trace = LookupTrace()

    func note(_ conditions: [Condition], in file: Int) {
        for condition in conditions { trace.conditions.insert(.init(file: file, condition: condition)) }
        let flags = conditions.reduce(into: Set<String>()) { $0.formUnion($1.test.flags) }
        if !flags.isEmpty { trace.flagSets.insert(flags) }
    }

    func noteFile(_ file: Int, of table: DeclarationTable) {
        if !table.files[file].syntaxErrors.isEmpty { trace.brokenFiles.insert(file) }
    }

    /// Records that the result may be incomplete, because a search stopped at its limit.
    func noteLimit() { trace.reachesLimit = true }

    func note(_ member: LookupTrace.UnknownMember) { trace.unknownMembers.insert(member) }

    func add(_ other: LookupTrace) { trace.formUnion(other) }

    /// Runs `body`, and returns its result and the dependencies that are recorded while it runs. The dependencies are
    /// also added to ``trace``.
    func traced<Result>(_ body: () -> Result) -> (Result, LookupTrace) {
        let outer = trace
        trace = LookupTrace()
        let result = body()
        let own = trace
        trace = outer
        trace.formUnion(own)
        return (result, own)
    }
}

/// The facts that an evaluation's result depends on, in addition to the declarations: `#if` conditions, files with
/// syntax errors, and struct members whose types can't be determined.
struct LookupTrace: Sendable {
    /// An `#if` condition and its file.
    struct ActiveCondition: Sendable, Hashable {
        var file: Int
        var condition: Condition
    }

    var conditions: Set<ActiveCondition> = []
    /// The flags that decide together whether a declaration is compiled, for each declaration.
    var flagSets: Set<Set<String>> = []
    var brokenFiles: Set<Int> = []
    var unknownMembers: Set<UnknownMember> = []
    /// Whether a search for a name, a type or a value stopped at its limit.
    var reachesLimit = false

    /// A struct's stored property whose type is unknown, ambiguous or too large.
    struct UnknownMember: Sendable, Hashable {
        var file: Int
        var offset: Int32
        var owner: String
        var name: String
    }

    mutating func formUnion(_ other: LookupTrace) {
        if !other.conditions.isEmpty { conditions.formUnion(other.conditions) }
        if !other.flagSets.isEmpty { flagSets.formUnion(other.flagSets) }
        reachesLimit = reachesLimit || other.reachesLimit
        if !other.brokenFiles.isEmpty { brokenFiles.formUnion(other.brokenFiles) }
        if !other.unknownMembers.isEmpty { unknownMembers.formUnion(other.unknownMembers) }
    }
}
