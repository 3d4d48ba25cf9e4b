extension SmallSDK {
    /// The interface of a Foundation with only the declarations that SwiftData's interface and the tests use.
    static let foundation = """
        // swift-interface-format-version: 1.0
        // swift-compiler-version: Swift version 6.2
        // swift-module-flags: -target arm64-apple-macosx14.0 -enable-library-evolution -swift-version 5 -module-name Foundation
        import Swift
        import _Concurrency
        public struct Data : Codable, Hashable, Sendable {
          public init()
          public init(from decoder: any Decoder) throws
          public func encode(to encoder: any Encoder) throws
          public func hash(into hasher: inout Hasher)
          public static func == (lhs: Data, rhs: Data) -> Bool
          public var hashValue: Int { get }
        }
        public struct Date : Codable, Comparable, Hashable, Sendable {
          public init()
          public static var now: Date { get }
          public init(from decoder: any Decoder) throws
          public func encode(to encoder: any Encoder) throws
          public func hash(into hasher: inout Hasher)
          public static func == (lhs: Date, rhs: Date) -> Bool
          public static func < (lhs: Date, rhs: Date) -> Bool
          public var hashValue: Int { get }
        }
        public struct URL : Codable, Hashable, Sendable {
          public init(filePath: String)
          public init(from decoder: any Decoder) throws
          public func encode(to encoder: any Encoder) throws
          public func hash(into hasher: inout Hasher)
          public static func == (lhs: URL, rhs: URL) -> Bool
          public var hashValue: Int { get }
        }
        public struct UUID : Codable, Hashable, Sendable {
          public init()
          public init(from decoder: any Decoder) throws
          public func encode(to encoder: any Encoder) throws
          public func hash(into hasher: inout Hasher)
          public static func == (lhs: UUID, rhs: UUID) -> Bool
          public var hashValue: Int { get }
        }
        public struct Notification {
          public struct Name : Hashable, Sendable {
            public init(_ rawValue: String)
            public func hash(into hasher: inout Hasher)
            public static func == (lhs: Name, rhs: Name) -> Bool
            public var hashValue: Int { get }
          }
        }
        public struct SortDescriptor<Compared> : Hashable, Sendable {
          public func hash(into hasher: inout Hasher)
          public static func == (lhs: SortDescriptor<Compared>, rhs: SortDescriptor<Compared>) -> Bool
          public var hashValue: Int { get }
        }
        public protocol PredicateExpression<Output> {
          associatedtype Output
        }
        public protocol StandardPredicateExpression<Output> : PredicateExpression, Sendable {
        }
        public enum PredicateExpressions {
          public struct Variable<Output> : StandardPredicateExpression {
          }
          public struct KeyPath<Root, Output> : PredicateExpression where Root : PredicateExpression {
          }
          public struct Value<Output> : PredicateExpression {
          }
          public struct Equal<LHS, RHS> : PredicateExpression where LHS : PredicateExpression, RHS : PredicateExpression, LHS.Output : Equatable, LHS.Output == RHS.Output {
            public typealias Output = Bool
          }
          public static func build_Arg<T>(_ arg: T) -> PredicateExpressions.Value<T>
          public static func build_Arg<T>(_ arg: T) -> T where T : PredicateExpression
          public static func build_KeyPath<Root, Value>(root: Root, keyPath: Swift.KeyPath<Root.Output, Value> & Sendable) -> PredicateExpressions.KeyPath<Root, Value> where Root : PredicateExpression
          public static func build_Equal<LHS, RHS>(lhs: LHS, rhs: RHS) -> PredicateExpressions.Equal<LHS, RHS> where LHS : PredicateExpression, RHS : PredicateExpression, LHS.Output : Equatable, LHS.Output == RHS.Output
        }
        extension PredicateExpressions.KeyPath : StandardPredicateExpression where Root : StandardPredicateExpression {
        }
        extension PredicateExpressions.KeyPath : @unchecked Sendable where Root : Sendable {
        }
        extension PredicateExpressions.Value : StandardPredicateExpression, @unchecked Sendable where Output : Decodable, Output : Encodable {
        }
        extension PredicateExpressions.Equal : StandardPredicateExpression where LHS : StandardPredicateExpression, RHS : StandardPredicateExpression {
        }
        extension PredicateExpressions.Equal : Sendable where LHS : Sendable, RHS : Sendable {
        }
        public struct Predicate<each Input> : Sendable {
          public init(_ builder: (repeat PredicateExpressions.Variable<each Input>) -> any StandardPredicateExpression<Bool>)
        }
        @freestanding(expression) public macro Predicate<each Input>(_ body: (repeat each Input) -> Bool) -> Predicate<repeat each Input> = #externalMacro(module: "FoundationMacros", type: "PredicateMacro")

        """
}
