/// Keeps a ``Recorder/Trace`` while an evaluation runs, on one thread.
final class Recorder {
    private(set) var trace = Recorder.Trace()

    func note(_ conditions: [Condition], in file: Int) {
        for condition in conditions { trace.conditions.insert(.init(file: file, condition: condition)) }
    }

    func noteFile(_ file: Int, of table: DeclarationTable) {
        if !table.files[file].syntaxErrors.isEmpty { trace.brokenFiles.insert(file) }
    }

    func note(_ member: Recorder.Trace.UnknownMember) { trace.unknownMembers.insert(member) }

    func add(_ other: Recorder.Trace) { trace.formUnion(other) }

    /// Runs `body` and returns what it alone depended on, which also counts for whatever is around it.
    func traced<Result>(_ body: () -> Result) -> (Result, Recorder.Trace) {
        let outer = trace
        trace = Recorder.Trace()
        let result = body()
        let own = trace
        trace = outer
        trace.formUnion(own)
        return (result, own)
    }
}

extension Recorder {
    /// What an evaluation depended on beside the declarations themselves: conditions of `#if`, files that the parser
    /// complained about, and members of structs whose types cannot be determined.
    struct Trace: Sendable {
        /// A condition and the file it stands in.
        struct ActiveCondition: Sendable, Hashable {
            var file: Int
            var condition: Condition
        }

        var conditions: Set<ActiveCondition> = []
        var brokenFiles: Set<Int> = []
        var unknownMembers: Set<UnknownMember> = []

        /// A member of a struct or an associated value whose type cannot be determined.
        struct UnknownMember: Sendable, Hashable {
            var file: Int
            var offset: Int32
            var owner: String
            var name: String
        }

        mutating func formUnion(_ other: Recorder.Trace) {
            if !other.conditions.isEmpty { conditions.formUnion(other.conditions) }
            if !other.brokenFiles.isEmpty { brokenFiles.formUnion(other.brokenFiles) }
            if !other.unknownMembers.isEmpty { unknownMembers.formUnion(other.unknownMembers) }
        }
    }
}
