#if os(Linux)
    import Foundation
    import SystemCalls

    /// A working folder for one thread. Other threads of this process keep theirs.
    public enum WorkingFolder {
        /// Runs a closure in a new thread with its own working folder, which the threads that it starts inherit. Waits
        /// for the closure to finish.
        public static func run<Result: Sendable>(
            in folder: URL, _ body: @escaping @Sendable () -> Result
        ) throws -> Result {
            let outcome = Outcome<Result>()
            let thread = Thread {
                if enter_own_folder(folder.path) == 0 { outcome.result = body() }
                outcome.isDone.signal()
            }
            thread.start()
            outcome.isDone.wait()
            guard let result = outcome.result else {
                throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: folder.path])
            }
            return result
        }

        /// The thread's result. It is written before the semaphore is signaled, and read afterwards.
        private final class Outcome<Result>: @unchecked Sendable {
            let isDone = DispatchSemaphore(value: 0)
            var result: Result?
        }
    }
#endif
