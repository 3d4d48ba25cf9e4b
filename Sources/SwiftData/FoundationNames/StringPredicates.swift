import Foundation

// Names that Foundation has on Apple's platforms and not on Linux. `#Predicate` turns a call of a string's method into
// a call of one of these functions. With them, such predicates compile, can be evaluated in memory, and can be used in
// a fetch.

extension PredicateExpressions {
    /// A predicate's call of `localizedStandardContains`: whether a text contains another, ignoring case and accents,
    /// by the current locale.
    ///
    /// `#Predicate` creates it. Use it by calling the method:
    ///
    /// ```swift
    /// import Foundation
    /// import SwiftData
    ///
    /// @Model final class Trip {
    ///     var name: String
    ///     init(name: String) { self.name = name }
    /// }
    ///
    /// func trips(matching text: String, in context: ModelContext) throws -> [Trip] {
    ///     try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name.localizedStandardContains(text) }))
    /// }
    /// ```
    ///
    /// An empty text isn't contained in any text.
    public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The type of the result.
        public typealias Output = Bool

        /// The text that is searched.
        public let root: Root
        /// The text to find.
        public let other: Other

        /// Creates an expression.
        ///
        /// - Parameters:
        ///   - root: the text that is searched.
        ///   - other: the text to find.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Returns whether the text contains the other.
        ///
        /// - Parameter bindings: the values of the predicate's variables.
        /// - Throws: the errors of the two expressions.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
        }
    }

    /// A predicate's call of `caseInsensitiveCompare`: the order of two texts, ignoring case.
    ///
    /// `#Predicate` creates it. Use it by calling the method, and compare the result, such as with `.orderedSame`.
    public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The type of the result.
        public typealias Output = ComparisonResult

        /// The first text.
        public let root: Root
        /// The second text.
        public let other: Other

        /// Creates an expression.
        ///
        /// - Parameters:
        ///   - root: the first text.
        ///   - other: the second text.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Returns the order of the two texts.
        ///
        /// - Parameter bindings: the values of the predicate's variables.
        /// - Throws: the errors of the two expressions.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
        }
    }

    /// Returns the expression that `#Predicate` makes of `localizedStandardContains`. Don't call it directly.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }

    /// Returns the expression that `#Predicate` makes of `caseInsensitiveCompare`. Don't call it directly.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> {
        StringCaseInsensitiveCompare(root: root, other: other)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringCaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}
