#if canImport(Testing)
    import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif
#if canImport(os)
    import os
#endif

/// Functions that record a failure or a warning in the library that runs the test.
enum TestFailure {
    /// Records a failure at a location in the test.
    static func record(_ message: String, at location: TestLocation) {
        #if canImport(Testing)
            if isSwiftTesting {
                Issue.record(
                    Comment(rawValue: message),
                    sourceLocation: SourceLocation(
                        fileID: "\(location.fileID)", filePath: location.path, line: Int(location.line),
                        column: Int(location.column)))
                return
            }
        #endif
        #if canImport(XCTest)
            XCTFail(message, file: location.file, line: location.line)
        #endif
    }

    /// Records information about a test that passes, for the person who reads the results.
    ///
    /// Swift Testing supports warnings since Swift 6.3. In earlier versions, the message is attached to the test.
    /// XCTest doesn't support either on every platform. On Apple's platforms, the message is written to the system's
    /// log, which Xcode shows in its console. In XCTest on Linux, the message is lost.
    static func warn(_ message: String, at location: TestLocation) {
        #if canImport(Testing)
            if isSwiftTesting {
                let place = SourceLocation(
                    fileID: "\(location.fileID)", filePath: location.path, line: Int(location.line),
                    column: Int(location.column))
                #if compiler(>=6.3)
                    Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: place)
                #else
                    Attachment.record(message, named: "Permafrost.txt", sourceLocation: place)
                #endif
                return
            }
        #endif
        #if canImport(os)
            Logger(subsystem: "PermafrostTesting", category: "warning").notice("\(message, privacy: .public)")
        #endif
    }

    #if canImport(Testing)
        /// Whether Swift Testing runs the test. A detached task has no current test, so this also examines the
        /// process's arguments.
        private static var isSwiftTesting: Bool {
            if Test.current != nil { return true }
            let arguments = CommandLine.arguments
            return arguments.firstIndex(of: "--testing-library").map { index in
                arguments.dropFirst(index + 1).first == "swift-testing"
            } ?? false
        }
    #endif
}
