// swift-format-ignore-file
// The names are XCTest's.

// A stand-in for the part of XCTest that tests of models use, for an SDK without its platform's folder. Like the
// original, the module exports Foundation.
@_exported import Foundation

/// A test, or a suite of tests.
@MainActor open class XCTest {
    nonisolated public init() {}
    /// The test's name: `-[Tests testName]`.
    nonisolated open var name: String { "" }
    open func setUp() async throws {}
    open func tearDown() async throws {}
    nonisolated open func setUpWithError() throws {}
    nonisolated open func tearDownWithError() throws {}
}

/// A class of tests.
@MainActor open class XCTestCase: XCTest {
    nonisolated open func setUp() {}
    nonisolated open func tearDown() {}
    nonisolated open class func setUp() {}
    nonisolated open class func tearDown() {}
    nonisolated open var continueAfterFailure: Bool { get { true } set {} }
    nonisolated public func addTeardownBlock(_ block: @escaping () -> Void) {}
}

/// An error that skips a test.
public struct XCTSkip: Error {
    public init(_ message: @autoclosure () -> String? = nil, file: StaticString = #filePath, line: UInt = #line) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssert(_ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertTrue(_ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertFalse(_ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertNil(_ expression: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertNotNil(_ expression: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertEqual<T: Equatable>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertNotEqual<T: Equatable>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertGreaterThan<T: Comparable>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertGreaterThanOrEqual<T: Comparable>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertLessThan<T: Comparable>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertLessThanOrEqual<T: Comparable>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTAssertThrowsError<T>(_ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line, _ handler: (_ error: any Error) -> Void = { _ in }) {}
public func XCTAssertNoThrow<T>(_ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) {}
public func XCTUnwrap<T>(_ expression: @autoclosure () throws -> T?, _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line) throws -> T { fatalError() }

/// A file or data that a test keeps with its result.
open class XCTAttachment {
    public enum Lifetime { case keepAlways, deleteOnSuccess }
    public init(data: Data, uniformTypeIdentifier: String) {}
    open var name: String? { get { nil } set {} }
    open var lifetime: Lifetime { get { .deleteOnSuccess } set {} }
}

/// A part of a running test.
@MainActor public protocol XCTActivity {
    func add(_ attachment: XCTAttachment)
}

@MainActor open class XCTContext {
    open class func runActivity<Result>(named name: String, block: (any XCTActivity) throws -> Result) rethrows -> Result { fatalError() }
}
