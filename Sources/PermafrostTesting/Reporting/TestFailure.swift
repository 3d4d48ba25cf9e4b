import Foundation

#if canImport(Testing)
    import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif
#if canImport(os)
    import os
#endif

/// Functions that report a failure or a warning to the library that runs the test: Swift Testing or XCTest.
enum TestFailure {
    /// Records a failure at a location in the test.
    ///
    /// - Parameters:
    ///   - message: the problem and the fix.
    ///   - evidence: copies the stores that the assertion compared. The copies are attached to the test. On Linux, or
    ///     if the test library doesn't accept attachments, they are moved to a folder, whose path is added to the
    ///     message. If the closure throws, its error is added to the message.
    ///   - location: the location of the assertion.
    static func record(
        _ message: String, showing evidence: () throws -> [StoreEvidence] = { [] }, at location: TestLocation
    ) {
        var message = message
        do {
            for evidence in try evidence() {
                message += try attach(evidence, at: location).map { "\n" + $0 }.joined()
            }
        } catch {
            message += "\nThe stores can't be shown: \(ErrorText(error).text)"
        }
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

    /// Attaches the page and the stores to the running test. Omits stores that exceed the budget of the process.
    ///
    /// - Returns: sentences to add to the failure's message: the folder if the files were moved to one, and the number
    ///   of omitted stores if there are any.
    /// - Throws: an error if a file can't be read or moved.
    private static func attach(_ evidence: StoreEvidence, at location: TestLocation) throws -> [String] {
        let stores = evidence.accepted()
        let omitted = evidence.stores.count - stores.count
        var notes: [String] = []
        let files =
            try [(StoreEvidence.pageName, Data(contentsOf: evidence.page))]
            + stores.map { ("\($0.role) \($0.file.lastPathComponent)", try Data(contentsOf: $0.file)) }
        let isAttached = attach(files, at: location)
        #if os(Linux)
            let needsFolder = true
        #else
            let needsFolder = !isAttached
        #endif
        if needsFolder {
            notes.append(
                "The difference\(stores.isEmpty ? " is" : " and the stores are") in \(try evidence.keep(stores).path)")
        }
        if omitted > 0 {
            notes.append(
                "\(omitted == 1 ? "1 store isn't" : "\(omitted) stores aren't") attached, because a run shows at most "
                    + "\(EvidenceBudget.stores) stores and \(EvidenceBudget.bytes / 1_000_000) MB")
        }
        return notes
    }

    /// Attaches files to the running test.
    ///
    /// - Returns: whether the files were attached. XCTest accepts no attachments on Linux, and elsewhere only on the
    ///   main thread. Swift Testing accepts them everywhere, but on Linux keeps them only with `--attachments-path`.
    private static func attach(_ files: [(name: String, data: Data)], at location: TestLocation) -> Bool {
        #if canImport(Testing)
            if isSwiftTesting {
                for file in files {
                    Attachment.record(
                        Array(file.data), named: file.name,
                        sourceLocation: SourceLocation(
                            fileID: "\(location.fileID)", filePath: location.path, line: Int(location.line),
                            column: Int(location.column)))
                }
                return true
            }
        #endif
        // XCTest on Linux has no attachments. Elsewhere, only the main thread can attach something to the running test.
        #if canImport(XCTest) && canImport(ObjectiveC)
            if Thread.isMainThread {
                MainActor.assumeIsolated {
                    XCTContext.runActivity(named: "Compared stores") { activity in
                        for file in files {
                            let isPage = file.name == StoreEvidence.pageName
                            let attachment = XCTAttachment(
                                data: file.data, uniformTypeIdentifier: isPage ? "public.html" : "public.data")
                            attachment.name = file.name
                            attachment.lifetime = .keepAlways
                            activity.add(attachment)
                        }
                    }
                }
                return true
            }
        #endif
        return false
    }

    /// Reports a message about a passing test to the person who reads the results.
    ///
    /// With Swift Testing, the message is a warning. Before Swift 6.3, which introduced warnings, it is attached to the
    /// test. With XCTest, it is written to the system's log, which Xcode shows in its console. Linux doesn't have that
    /// log, so the message is lost there.
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
        private static var isSwiftTesting: Bool {
            isSwiftTesting(
                hasTest: Test.current != nil, arguments: CommandLine.arguments, isXCTestRunning: isXCTestRunning)
        }
    #endif

    /// Returns whether Swift Testing runs the test.
    ///
    /// - Parameters:
    ///   - hasTest: whether Swift Testing has a current test. A detached task has none.
    ///   - arguments: the process's arguments. `swift test` passes the library, and Xcode doesn't.
    ///   - isXCTestRunning: whether XCTest has a current test; nil if it isn't known.
    static func isSwiftTesting(hasTest: Bool, arguments: [String], isXCTestRunning: Bool?) -> Bool {
        if hasTest { return true }
        if let index = arguments.firstIndex(of: "--testing-library") {
            return arguments.dropFirst(index + 1).first == "swift-testing"
        }
        return isXCTestRunning == false
    }

    /// Whether XCTest has a current test. Nil if it isn't known: XCTest has the function only on Apple's platforms, and
    /// doesn't declare it.
    private static var isXCTestRunning: Bool? {
        #if canImport(ObjectiveC)
            guard let address = dlsym(dlopen(nil, RTLD_LAZY), "_XCTCurrentTestCase") else { return nil }
            typealias CurrentTest = @convention(c) () -> AnyObject?
            return unsafeBitCast(address, to: CurrentTest.self)() != nil
        #else
            return nil
        #endif
    }
}
