import Foundation

// Types and functions that Foundation declares on Apple's platforms but not on Linux. `#Predicate` turns calls of
// certain string methods into calls of these functions. With them, such predicates compile, can be evaluated in memory,
// and can be used in a fetch.

extension PredicateExpressions {
    /// A call of `localizedStandardContains` in a predicate. It returns whether a string contains another string,
    /// ignoring case and accents, according to the current locale.
    ///
    /// `#Predicate` creates this expression if you call the method:
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
    /// The call returns false if the string to find is empty.
    public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The type of the result.
        public typealias Output = Bool

        /// The string to search.
        public let root: Root
        /// The string to find.
        public let other: Other

        /// Creates an expression that searches a string.
        ///
        /// - Parameters:
        ///   - root: the string to search.
        ///   - other: the string to find.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Returns whether the string contains the other string.
        ///
        /// - Parameter bindings: the values of the predicate's variables.
        /// - Throws: the errors of the two expressions.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
        }
    }

    /// A call of `caseInsensitiveCompare` in a predicate. It returns the order of two strings, ignoring case.
    ///
    /// `#Predicate` creates this expression if you call the method. Compare the result, such as with `.orderedSame`.
    public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The type of the result.
        public typealias Output = ComparisonResult

        /// The first string.
        public let root: Root
        /// The second string.
        public let other: Other

        /// Creates an expression that compares two strings.
        ///
        /// - Parameters:
        ///   - root: the first string.
        ///   - other: the second string.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Returns the order of the two strings.
        ///
        /// - Parameter bindings: the values of the predicate's variables.
        /// - Throws: the errors of the two expressions.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
        }
    }

    /// Returns the expression that `#Predicate` creates for `localizedStandardContains`. Don't call it directly.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> {
        StringLocalizedStandardContains(root: root, other: other)
    }

    /// Returns the expression that `#Predicate` creates for `caseInsensitiveCompare`. Don't call it directly.
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
