import Foundation

@testable import SwiftData

/// Predicates of every supported form, with random constants, and combinations of them.
enum RandomPredicates {
    static let formCount = forms(0, 0, "a", "b", .calm, .light, Date(timeIntervalSinceReferenceDate: 0), UUID()).count

    /// Returns a predicate of a random form, or several such predicates combined with `&&`, `||` and `!`.
    static func predicate(_ random: inout some RandomNumberGenerator, depth: Int = 2) -> Predicate<Thing> {
        combination(&random, depth: depth) { random in
            one(Int.random(in: 0..<formCount, using: &random), &random)
        }
    }

    /// Returns a predicate of the form with the given number.
    static func predicate(_ form: Int, _ random: inout some RandomNumberGenerator) -> Predicate<Thing> {
        one(form, &random)
    }

    /// Returns a predicate that `one` makes, or several such predicates combined with `&&`, `||` and `!`.
    static func combination<Model, Generator: RandomNumberGenerator>(
        _ random: inout Generator, depth: Int, of one: (inout Generator) -> Predicate<Model>
    ) -> Predicate<Model> {
        let choice = depth > 0 ? Int.random(in: 0...5, using: &random) : 0
        guard choice > 2 else { return one(&random) }
        let first = combination(&random, depth: depth - 1, of: one)
        let second = combination(&random, depth: depth - 1, of: one)
        switch choice {
        case 3:
            return Predicate {
                PredicateExpressions.build_Conjunction(lhs: Applied(first, $0), rhs: Applied(second, $0))
            }
        case 4:
            return Predicate {
                PredicateExpressions.build_Disjunction(lhs: Applied(first, $0), rhs: Applied(second, $0))
            }
        default: return Predicate { PredicateExpressions.build_Negation(Applied(first, $0)) }
        }
    }

    private static func one(_ index: Int, _ random: inout some RandomNumberGenerator) -> Predicate<Thing> {
        forms(
            Int.random(in: -3...3, using: &random), Int.random(in: 0...3, using: &random), Samples.text(&random),
            Samples.text(&random), Mood.allCases.randomElement(using: &random) ?? .calm,
            Shade.allCases.randomElement(using: &random) ?? .dark, Samples.date(&random),
            Samples.keys.randomElement(using: &random) ?? UUID())[index]
    }

    private static func forms(
        _ n: Int, _ m: Int, _ s: String, _ r: String, _ mood: Mood, _ shade: Shade, _ date: Date, _ key: UUID
    ) -> [Predicate<Thing>] {
        numbers(n, m) + texts(s, r) + values(mood, shade, date, key) + related(n, m, s) + optionals(n, m, s, date)
    }

    private static func numbers(_ n: Int, _ m: Int) -> [Predicate<Thing>] {
        let half = Double(n) / 2
        let list = [n, m]
        return [
            #Predicate { $0.number == n }, #Predicate { $0.number != n }, #Predicate { $0.number < n },
            #Predicate { $0.number >= n }, #Predicate { $0.weight <= half }, #Predicate { $0.weight > half },
            #Predicate { $0.number + m == n }, #Predicate { $0.number * 2 - n < m }, #Predicate { -$0.number == n },
            #Predicate { $0.number % 2 == n % 2 }, #Predicate { $0.number / 2 == n }, #Predicate { $0.isOn },
            #Predicate { $0.isOn == ($0.number > n) }, #Predicate { list.contains($0.number) },
            #Predicate { (n...3).contains($0.number) }, #Predicate { (-3..<n).contains($0.number) },
            #Predicate { $0.weight / half > 1 }, #Predicate { half / $0.weight == half / half },
            #Predicate { $0.weight / half != $0.weight }, #Predicate { half / ($0.weight - 1) < 0 },
            #Predicate { $0.weight == half }, #Predicate { $0.isOn ? $0.number > n : $0.number < m },
            #Predicate { ($0.isOn ? $0.number : m) == n },
        ]
    }

    private static func texts(_ s: String, _ r: String) -> [Predicate<Thing>] {
        let list = [s, r]
        let length = s.count
        let (same, before) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
        return [
            #Predicate { $0.text == s }, #Predicate { $0.text != s }, #Predicate { $0.text < s },
            #Predicate { $0.text >= s }, #Predicate { $0.text.contains(s) }, #Predicate { $0.text.starts(with: s) },
            #Predicate { $0.text.isEmpty }, #Predicate { $0.text.count == s.count },
            #Predicate { list.contains($0.text) }, #Predicate { s.contains($0.text) },
            #Predicate { $0.note == s }, #Predicate { $0.note != s }, #Predicate { $0.note == nil },
            #Predicate { ($0.note ?? r) == s }, #Predicate { ($0.note ?? r) == $0.text },
            #Predicate { $0.text.localizedStandardContains(s) }, #Predicate { s.localizedStandardContains($0.text) },
            #Predicate { $0.note?.localizedStandardContains(s) ?? true },
            #Predicate { $0.text.caseInsensitiveCompare(s) == same },
            #Predicate { $0.text.caseInsensitiveCompare(s) != before },
            #Predicate { $0.note?.caseInsensitiveCompare(s) == same },
            #Predicate { $0.note?.contains(s) ?? false }, #Predicate { $0.note?.count == length },
            #Predicate { if let note = $0.note { note.starts(with: s) } else { true } },
        ]
    }

    private static func values(_ mood: Mood, _ shade: Shade, _ date: Date, _ key: UUID) -> [Predicate<Thing>] {
        [
            #Predicate { $0.mood == mood }, #Predicate { $0.mood != mood }, #Predicate { $0.shade == shade },
            #Predicate { $0.shade != shade }, #Predicate { $0.shade == nil }, #Predicate { $0.key == key },
            #Predicate { $0.date == date }, #Predicate { ($0.date ?? date) < date }, #Predicate { $0.other == nil },
            #Predicate { $0.spot.x == 1 }, #Predicate { $0.spot.label == nil }, #Predicate { $0.spot.x < 2 },
        ]
    }

    private static func related(_ n: Int, _ m: Int, _ s: String) -> [Predicate<Thing>] {
        [
            #Predicate { $0.owner == nil }, #Predicate { $0.owner?.name == s }, #Predicate { $0.owner?.rank == m },
            #Predicate { ($0.owner?.rank ?? n) > m }, #Predicate { $0.owner?.boss?.name == s },
            #Predicate { $0.owner?.boss == nil },
            #Predicate { $0.parts.isEmpty }, #Predicate { $0.parts.count == m },
            #Predicate { $0.parts.contains { $0.size == m } },
            #Predicate { $0.parts.allSatisfy { $0.size > n } },
            #Predicate { thing in thing.parts.contains { $0.size == thing.number } },
            #Predicate { $0.parts.contains { $0.label == s } },
            #Predicate { $0.parts.filter { $0.size > m }.count == 1 },
        ]
    }

    private static func optionals(_ n: Int, _ m: Int, _ s: String, _ date: Date) -> [Predicate<Thing>] {
        let none: Int? = nil
        let list: [Int?] = [m, nil]
        return [
            #Predicate { $0.maybe == nil }, #Predicate { $0.maybe != nil }, #Predicate { $0.maybe == m },
            #Predicate { $0.maybe != m }, #Predicate { $0.maybe == none }, #Predicate { ($0.maybe ?? n) == n },
            #Predicate { if let maybe = $0.maybe { maybe > m } else { false } },
            #Predicate { $0.maybe.flatMap { $0 + 1 } == m }, #Predicate { list.contains($0.maybe) },
            #Predicate { if let date1 = $0.date { date1 > date } else { $0.isOn } },
        ]
    }
}

/// A predicate as a part of another predicate. The macro on Linux doesn't support `evaluate`, so predicates are
/// combined by hand.
private struct Applied<Model>: StandardPredicateExpression, SQLExpression {
    typealias Output = Bool

    let condition: Predicate<Model>
    let variable: PredicateExpressions.Variable<Model>

    init(_ condition: Predicate<Model>, _ variable: PredicateExpressions.Variable<Model>) {
        self.condition = condition
        self.variable = variable
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try condition.evaluate(variable.evaluate(bindings))
    }

    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        translation.bind(condition.variable.key, to: try translation.term(variable))
        return try translation.term(condition.expression)
    }

    init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }
    func encode(to encoder: any Encoder) throws { throw CocoaError(.featureUnsupported) }
}
