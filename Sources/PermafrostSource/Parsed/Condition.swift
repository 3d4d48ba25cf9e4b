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
        case environment(String)
        /// A flag that a build may set, such as `DEBUG`, or the source of a condition that isn't recognized.
        case flag(String)
        case constant(Bool)
    }
}

extension Condition.Test {
    /// Calls `body` with each flag in the test.
    func forEachFlag(_ body: (String) -> Void) {
        switch self {
        case .all(let tests), .any(let tests):
            for test in tests { test.forEachFlag(body) }
        case .not(let test): test.forEachFlag(body)
        case .flag(let flag): body(flag)
        case .os, .canImport, .environment, .constant: break
        }
    }
}
