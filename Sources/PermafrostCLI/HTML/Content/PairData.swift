import PermafrostModel

/// The differences between versions that aren't consecutive, for the page's script. Each string and change is
/// included once, and is referenced by its index.
struct PairData {
    /// The data as JSON. It contains no `<`, so it can't end the script element that contains it, and no start of a
    /// CI service's command.
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
        let bytes = PrintableText.json(all.bytes(.compact))
        return String(decoding: bytes, as: UTF8.self).replacing("<", with: "\\u003c")
    }

    /// Returns a pair of versions as a JSON array: from, to, verdict, the verdict's tone, identity, questions,
    /// changes.
    private mutating func json(_ difference: Difference) -> CanonicalJSON {
        let verdict = difference.verdict ?? .nothing
        return .array([
            .integer(Int64(difference.from)), .integer(Int64(difference.to)), .number(number(verdict.text)),
            .number(number(verdict.tone.rawValue)), .number(number(difference.identity)),
            .array(difference.questions.map { .number(number($0)) }),
            .array(difference.byEntity.flatMap(\.changes).map { .number(number($0)) }),
        ])
    }

    /// Returns the index of a change in `changes`. A change is an array of text indices, with -1 for a missing
    /// text: entity, subject, mark, sign, before, after, verdict, the verdict's tone, what, advice, location.
    private mutating func number(_ change: Difference.Change) -> Int {
        let judged = change.judged
        let row = [
            number(judged.change.entity), number(change.subject ?? judged.change.aspect.rawValue),
            number(change.mark.rawValue), number(change.mark.sign), number(judged.change.before),
            number(judged.change.after), number(judged.verdict.text), number(judged.verdict.tone.rawValue),
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
