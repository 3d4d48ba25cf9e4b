import PermafrostModel
import PermafrostStore

/// The differences between versions that are no neighbours, for the page's script: each text and each change once, and its number
/// wherever it stands.
struct PairData {
    /// The data as JSON that may stand in an element: no end of one is in it.
    let text: String

    private var numbers: [String: Int] = [:]
    private var texts: [CanonicalJSON] = []
    private var changeNumbers: [[Int]: Int] = [:]
    private var changes: [CanonicalJSON] = []

    init(_ chapters: [Chapter]) {
        var data = Self(text: "")
        text = data.json(chapters)
    }

    private init(text: String) { self.text = text }

    private mutating func json(_ chapters: [Chapter]) -> String {
        var groups: [CanonicalJSON] = []
        for chapter in chapters {
            let pairs = chapter.differences.filter { $0.to != $0.from + 1 }.map { json($0) }
            groups.append(
                .object([
                    ("name", .string(chapter.name)), ("pairs", .array(pairs)),
                    ("versions", .strings(chapter.versions.map(\.name.visible))),
                ]))
        }
        let all = CanonicalJSON.object([
            ("changes", .array(changes)), ("chapters", .array(groups)), ("texts", .array(texts)),
        ])
        return String(decoding: all.bytes(.compact), as: UTF8.self).replacing("<", with: "\\u003c")
    }

    /// From, to, verdict and its tone, identity, questions, changes.
    private mutating func json(_ difference: Difference) -> CanonicalJSON {
        let verdict = difference.verdict ?? .nothing
        return .array([
            .integer(Int64(difference.from)), .integer(Int64(difference.to)), .number(number(verdict.words)),
            .number(number(verdict.tone.rawValue)), .number(number(difference.identity)),
            .array(difference.questions.map { .number(number($0)) }),
            .array(difference.byEntity.flatMap(\.changes).map { .number(number($0)) }),
        ])
    }

    /// Entity, subject, mark, sign, before, after, verdict and its tone, what, advice, place.
    private mutating func number(_ change: Difference.Change) -> Int {
        let judged = change.judged
        let row = [
            number(judged.change.entity), number(change.subject ?? judged.change.aspect.rawValue),
            number(change.mark.rawValue), number(change.mark.sign), number(judged.change.before),
            number(judged.change.after), number(judged.verdict.words), number(judged.verdict.tone.rawValue),
            number(change.wording.what), number(change.advice), number(change.place),
        ]
        if let known = changeNumbers[row] { return known }
        changeNumbers[row] = changes.count
        changes.append(.array(row.map(CanonicalJSON.number)))
        return changes.count - 1
    }

    private mutating func number(_ text: String?) -> Int {
        guard let text else { return -1 }
        if let known = numbers[text] { return known }
        let number = texts.count
        numbers[text] = number
        texts.append(.string(text.visible))
        return number
    }
}

extension CanonicalJSON {
    fileprivate static func number(_ number: Int) -> CanonicalJSON { .integer(Int64(number)) }
}
