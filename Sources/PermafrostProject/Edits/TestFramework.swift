/// A framework for tests.
package enum TestFramework: String, Sendable, Hashable, CaseIterable, Codable {
    case xctest
    case swiftTesting = "swift-testing"
}
