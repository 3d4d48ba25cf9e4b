import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// What a migration has to do, as JSON.
struct DiffJSON {
    let json: CanonicalJSON

    init(_ difference: VersionDifference, code: ExitCode) {
        let inference = difference.inference
        json = .object([
            (
                "changes",
                .array(
                    inference.changes.map { judged in
                        let wording = JudgementWording(judged)
                        return .object(
                            ChangeJSON(judged.change, at: difference.place(of: judged.change)).members + [
                                ("advice", .string(wording.advice)),
                                ("isInferred", judged.rule.isInferred ? .boolean(true) : nil),
                                ("rule", .string(judged.rule.rawValue)),
                                ("verdict", .string(judged.verdict.rawValue)),
                                ("what", .string(wording.what)),
                            ])
                    })
            ),
            ("command", .string("diff")),
            ("exitCode", .integer(Int64(code.rawValue))),
            ("formatVersion", .integer(1)),
            ("hasEqualHashes", .boolean(difference.hasEqualHashes)),
            ("new", Self.json(difference.new)),
            ("old", Self.json(difference.old)),
            (
                "questions",
                .array(
                    inference.questions.map { question in
                        .object([
                            ("candidates", .strings(question.candidates)), ("former", .string(question.former)),
                            ("model", question.entity.map { .string($0) }),
                            ("text", .string(RenameQuestionWording(question).text)),
                        ])
                    })
            ),
            ("verdict", inference.verdict.map { .string($0.rawValue) }),
        ])
    }

    private static func json(_ side: ModelOperand) -> CanonicalJSON {
        .object([
            ("name", .string(side.name)), ("schema", side.schema.map { .string($0) }),
            ("sort", .string(side.sort.rawValue)), ("versionChecksum", .string(side.model.model.versionChecksum)),
        ])
    }
}
