import PermafrostModel

/// PF0135: Models weren't compared with the exported schema.
struct CloudKitNotCompared: ProjectRule {
    static let needs: Set<Fact> = [.cloudKit]
    static let page = RulePage(
        code: "PF0135", name: "CloudKitNotCompared", severity: .error, gates: [.check],
        summary: "The exported CloudKit schema couldn't be compared with the models.",
        failure: """
            If record types or fields are missing in production, Permafrost can't find them. The file isn't a complete \
            schema in the CloudKit Schema Language, a model can't be evaluated, or no store of the project syncs.
            """,
        fix: """
            If the file isn't a complete schema, export the schema again. If a model can't be evaluated, follow the \
            fix of the finding about its source. If no store syncs, leave out `--cloudkit-schema`, or give the store's \
            configuration a `cloudKitDatabase`.
            """,
        reads: ["the exported schema", "the newest models"],
        source: .contract("models that weren't compared don't count as deployed"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        guard let production = facts.production else { return [] }
        return production.problems.map { Self.finding($0, production) }
    }

    private static func finding(_ problem: ProductionSchema.Problem, _ production: ProductionSchema) -> Finding {
        let affected = "no users directly, but a missing record type or field goes unnoticed"
        switch problem {
        case .unreadable(let error):
            return Finding(
                page,
                .init(
                    what: "\(production.file) isn't a CloudKit schema: \(words(error.reason))", affected: affected,
                    fix: "Export the schema again: \(production.exportCommand)"),
                at: production.location(error.position))
        case .noSyncedStore(let isPart):
            return Finding(
                page,
                .init(
                    what: "No store of the \(isPart ? "selected models" : "project") syncs with CloudKit, so nothing "
                        + "was compared with \(production.file)",
                    affected: affected,
                    fix: "Leave out --cloudkit-schema, or remove cloudKitDatabase: .none from the configuration that "
                        + "syncs"))
        case .unknownModel(let group, let location):
            return Finding(
                page,
                .init(
                    what: "The newest version of \(group) can't be evaluated, so the version wasn't compared with "
                        + production.file,
                    affected: affected, fix: "Follow the fix of the version's other findings"),
                group: group, at: location)
        }
    }

    /// Returns the reason as the rest of a sentence.
    private static func words(_ reason: CloudKitSchemaError.Reason) -> String {
        switch reason {
        case .tooLarge: "it is larger than \(CloudKitSchemaParser.sizeLimit >> 20) MB"
        case .notUTF8: "it isn't encoded in UTF-8"
        case .unexpectedByte(let byte): "unexpected \(text(byte))"
        case .unexpected(let found, let expected): "expected \(expected), but found \(found)"
        case .endsEarly(let expected): "it ends early. Expected \(expected)"
        case .unclosedComment: "the comment doesn't end"
        case .unclosedName: "the name doesn't end with a quotation mark on its line"
        case .longName: "the name has more than \(CloudKitSchemaTokens.nameLimit) bytes"
        case .repeatedType(let name, let line): "the record type \(name) is also in line \(line)"
        case .repeatedField(let name, let type, let line): "the field \(name) of \(type) is also in line \(line)"
        }
    }

    private static func text(_ byte: UInt8) -> String {
        (0x21..<0x7F).contains(byte)
            ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte 0x" + String(byte, radix: 16, uppercase: true)
    }
}
