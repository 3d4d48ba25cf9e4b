import Foundation
import Testing

@testable import SwiftData

/// The SQL that a container keeps for predicates.
@Suite struct PredicateCacheTests {
    /// The conditions of some predicates of one form.
    private struct Conditions {
        var kept: [PredicateCondition] = []
        var fresh: [PredicateCondition] = []
        /// The number of predicates that were translated.
        var translations = 0

        init(_ predicates: [Predicate<Thing>], _ container: ModelContainer) throws {
            let entity = try container.opened.entity(of: Thing.self)
            for predicate in predicates {
                let condition = try PredicateTranslation(container.opened).condition(of: predicate, entity)
                fresh.append(condition)
                kept.append(
                    container.opened.predicates.condition(of: predicate, entity) {
                        translations += 1
                        return condition
                    })
            }
        }
    }

    private let container = Result {
        try ModelContainer(for: Thing.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    /// Checks that the kept SQL equals that of a new translation, and that only some predicates are translated.
    private func check(translations: Int, _ predicates: [Predicate<Thing>]) throws {
        let conditions = try Conditions(predicates, container.get())
        #expect(conditions.kept.map(\.whereClause) == conditions.fresh.map(\.whereClause))
        #expect(conditions.kept.map(\.parameters) == conditions.fresh.map(\.parameters))
        #expect(conditions.kept.map(\.followsRelationships) == conditions.fresh.map(\.followsRelationships))
        #expect(conditions.translations == translations)
    }

    @Test func aFormIsTranslatedOnce() throws {
        try check(translations: 1, (0..<4).map { number in #Predicate { $0.number == number } })
        try check(translations: 1, (0..<4).map { number in #Predicate { number != $0.number } })
        try check(translations: 1, ["a", "b c", ""].map { text in #Predicate { $0.text == text } })
        try check(
            translations: 1,
            [(1, "a"), (2, "b")].map { number, text in
                #Predicate { !($0.number >= number || $0.text == text) && $0.number < 9 }
            })
    }

    @Test func differentFormsAreTranslatedSeparately() throws {
        // The same property of another place in the source, another property, another operator.
        try check(translations: 1, [#Predicate { $0.number == 1 }, #Predicate { $0.number == 2 }])
        try check(translations: 2, [#Predicate { $0.number < 1 }, #Predicate { $0.number > 1 }])
        try check(translations: 2, [#Predicate { $0.number <= 1 }, #Predicate { $0.number >= 1 }])
        let id = UUID()
        try check(translations: 2, [#Predicate { $0.serial == id }, #Predicate { $0.key == id }])
    }

    @Test func textsThatEqualOtherTextsAreTranslatedEachTime() throws {
        let texts = ["a", "K", "é", "a;b", "plain", "KKKK;;", "`"]
        try check(translations: 6, texts.map { text in #Predicate { $0.text == text } })
    }

    @Test func otherExpressionsAreTranslatedEachTime() throws {
        try check(translations: 2, [1, 2].map { count in #Predicate { $0.parts.count == count } })
        try check(translations: 2, ["a", "b"].map { text in #Predicate { $0.text.contains(text) } })
        try check(translations: 2, [[1], [1, 2]].map { list in #Predicate { list.contains($0.number) } })
        let texts: [String?] = ["a", nil]
        try check(translations: 2, texts.map { text in #Predicate { $0.note == text } })
    }
}
