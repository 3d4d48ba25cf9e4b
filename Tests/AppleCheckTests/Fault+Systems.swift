extension Fault {
    /// Code that only fits the types of the C library on Linux.
    static let cTypes = [
        Fault(
            "A file's mode", in: linked, status("let mode: UInt32 = status.st_mode & S_IFMT  // HERE"),
            "'UInt16'"),
        Fault("A number of links", in: linked, status("let links: UInt = status.st_nlink  // HERE"), "(aka 'UInt16')"),
        Fault("A volume's number", in: linked, status("let volume: UInt = status.st_dev  // HERE"), "(aka 'Int32')"),
        Fault("A file's number", in: linked, status("let number: UInt = status.st_ino  // HERE"), "(aka 'UInt64')"),
        Fault("A file's size", in: linked, status("let size: Int = status.st_size  // HERE"), "(aka 'Int64')"),
        Fault(
            "A lock's members, in another order", in: linked,
            """
            import Foundation
            func lock() -> flock {
                flock(l_type: Int16(F_WRLCK), l_whence: 0, l_start: 0, l_len: 0, l_pid: 0)  // HERE
            }
            """, "incorrect argument labels in call"),
        Fault(
            "A volume's free space", in: linked,
            """
            import Foundation
            func space(_ volume: statvfs) -> UInt {
                volume.f_bavail * volume.f_frsize  // HERE
            }
            """, "(aka 'UInt32')"),
        Fault(
            "A limit", in: linked,
            """
            import Foundation
            func soft(_ limit: rlimit) -> UInt { limit.rlim_cur }  // HERE
            """, "(aka 'UInt64')"),
        Fault(
            "A mode as an argument", in: linked,
            """
            import Foundation
            func share(_ mode: UInt32) { _ = chmod("file", mode) }  // HERE
            """, "(aka 'UInt16')"),
        Fault(
            "A thread", in: linked,
            """
            import Foundation
            func number() -> UInt { pthread_self() }  // HERE
            """, "cannot convert return expression of type 'pthread_t?'"),
        Fault(
            "An open folder", in: linked,
            """
            import Foundation
            func folder() -> OpaquePointer? { opendir("/") }  // HERE
            """, "cannot convert return expression of type 'UnsafeMutablePointer<DIR>?'"),
        Fault(
            "A kind of an item in a folder", in: linked,
            """
            import Foundation
            let kind: Int = DT_DIR  // HERE
            """, "cannot convert value of type 'Int32'"),
        Fault(
            "A position in a file", in: linked,
            """
            import Foundation
            func end(_ file: Int32, _ offset: Int) { _ = lseek(file, offset, SEEK_SET) }  // HERE
            """, "(aka 'Int64')"),
        Fault(
            "A clock", in: linked,
            """
            import Foundation
            let clock: Int32 = CLOCK_MONOTONIC  // HERE
            """, "cannot convert value of type"),
        Fault(
            "A flag of a signal handler", in: linked,
            """
            import Foundation
            let flag: UInt32 = UInt32(bitPattern: SA_ONSTACK) | SA_RESETHAND  // HERE
            """, "to expected argument type 'UInt32'"),
        Fault(
            "A signal stack on a platform that lacks it", in: linked,
            """
            import Foundation
            func stop() { sigaltstack(nil, nil) }  // HERE
            """, "'sigaltstack' doesn't exist on tvOS, watchOS"),
    ]

    private static func status(_ statement: String) -> String {
        """
        import Foundation
        func read(_ status: stat) {
            \(statement)
        }
        """
    }

    /// Code that earlier versions of the check didn't find, or could lose.
    static let isolation = [
        Fault(
            "A module of Foundation that only Linux has", in: .app, "import FoundationNetworking  // HERE",
            "module 'FoundationNetworking' doesn't exist on Apple platforms"),
        Fault(
            "A lock in an async function", in: linked,
            """
            import Foundation
            func work(_ lock: NSLock) async {
                lock.lock()  // HERE
            }
            """, "unavailable from asynchronous contexts"),
        Fault(
            "A unique constraint, which needs iOS 18", in: .app,
            """
            import SwiftData
            @Model final class Post {
                #Unique<Post>([\\.title])  // HERE
                var title = ""
                init() {}
            }
            """, "needs iOS 18"),
        Fault(
            "An expression macro, which needs iOS 18", in: .app,
            """
            import Foundation
            let twice = #Expression<Int, Int> { $0 * 2 }  // HERE
            """, "needs iOS 18"),
        Fault(
            "An array of a fixed size, which needs iOS 26", in: linked,
            "func first(_ values: InlineArray<2, Int>) -> Int { values[0] }  // HERE", "needs iOS 26"),
        Fault(
            "Observations of iOS 26", in: .app,
            """
            import Observation
            @Observable final class Counter { var value = 0 }
            func values(_ counter: Counter) { _ = Observations { counter.value } }  // HERE
            """, "needs iOS 26"),
        Fault(
            "The main context outside the main actor", in: .app,
            """
            import SwiftData
            func context(_ container: ModelContainer) -> ModelContext { container.mainContext }  // HERE
            """, "main actor-isolated property 'mainContext'"),
        Fault(
            "A view's body outside the main actor", in: .app,
            """
            import SwiftUI
            func body<Content: View>(_ view: Content) -> Content.Body { view.body }  // HERE
            """, "main actor-isolated property 'body'"),
        Fault(
            "An attachment with parameters that XCTest doesn't have", in: .module("PermafrostTesting"),
            """
            #if canImport(ObjectiveC)
                import Foundation
                import XCTest
                func attach() { _ = XCTAttachment(contents: Data()) }  // HERE
            #endif
            """, "missing arguments for parameters 'data', 'uniformTypeIdentifier'"),
        Fault(
            "A descriptor in a detached task, which is Sendable since iOS 18", in: .app,
            """
            import SwiftData
            @Model final class Post { init() {} }
            func fetch(_ descriptor: FetchDescriptor<Post>) {
                Task.detached { _ = descriptor }  // HERE
            }
            """, "data races"),
        Fault(
            "A file that is read without an encoding", in: linked,
            """
            import Foundation
            func text(_ path: String) throws -> String { try String(contentsOfFile: path) }  // HERE
            """, "deprecated"),
        Fault(
            "A process in the module for tests", in: .module("PermafrostTesting"),
            """
            import Foundation
            func run() throws { try Process().run() }  // HERE
            """, "'Foundation.Process' doesn't exist on iOS"),
        Fault(
            "A signal handler with the member of glibc", in: linked,
            """
            import Foundation
            func handle(_ action: inout sigaction) {
                action.__sigaction_handler.sa_handler = nil  // HERE
            }
            """, "__sigaction_handler"),
        Fault(
            "An Xcode target's files, used as strings", in: .module("DriftGate"),
            """
            #if canImport(XcodeProjectPlugin)
                import XcodeProjectPlugin
                func names(_ target: XcodeTarget) -> [String] { target.inputFiles.map { $0 } }  // HERE
            #endif
            """, "cannot convert"),
    ]
}
