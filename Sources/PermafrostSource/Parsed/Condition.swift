/// A condition in the source of an `#if` branch.
package struct Condition: Sendable, Hashable {
    /// The condition for compiling the branch: the branch's own expression, and the negations of the preceding
    /// branches' expressions. For `#else`, there are only negations.
    var test: Test
    /// The condition as written, such as `os(iOS)`, or the negation of the preceding branches for `#else`.
    var text: String
    /// The byte offset of the `#if`, `#elseif` or `#else` in the file.
    var offset: Int32

    /// An `#if` condition in a form that can be evaluated for a build configuration.
    package indirect enum Test: Sendable, Hashable {
        case all([Test])
        case any([Test])
        case not(Test)
        case os(String)
        case canImport(String)
        /// A flag that a build may set, such as `DEBUG`, or the source of a condition that few builds satisfy.
        case flag(String)
        case constant(Bool)
    }
}

extension Condition.Test {
    /// Returns the test of a condition that most builds satisfy. The flag is its negation.
    static func unless(_ flag: String) -> Self { .not(.flag(flag)) }

    /// The flags in the test.
    var flags: Set<String> {
        switch self {
        case .all(let tests), .any(let tests): tests.reduce(into: []) { $0.formUnion($1.flags) }
        case .not(let test): test.flags
        case .flag(let flag): [flag]
        case .os, .canImport, .constant: []
        }
    }
}
