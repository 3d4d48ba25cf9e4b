/// The condition of a branch of `#if`.
package struct Condition: Sendable, Hashable {
    /// The expression after `#if` or `#elseif`, with the earlier branches negated.
    var test: Test
    /// The condition as written: `os(iOS)`; for `#else`, the negation of the earlier branches.
    var text: String
    /// The position of the `#if`, `#elseif` or `#else`, in bytes from the start of the file.
    var offset: Int32

    /// The test of a condition.
    package indirect enum Test: Sendable, Hashable {
        case all([Test])
        case any([Test])
        case not(Test)
        case os(String)
        case canImport(String)
        case environment(String)
        /// A flag that a build sets: `DEBUG`.
        case flag(String)
        case constant(Bool)
    }
}

extension Condition.Test {
    /// Calls `body` with every flag in the test.
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
