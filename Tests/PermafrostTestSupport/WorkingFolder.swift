#if os(Linux)
    import Foundation
    import SystemCalls

    /// The working folder of a thread, where others of this process keep theirs.
    public enum WorkingFolder {
        /// Calls a body in a new thread, which has a folder as its own, as the threads that it starts have; and waits for it.
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

        /// What the thread hands over. It is written before the signal, and read after it.
        private final class Outcome<Result>: @unchecked Sendable {
            let isDone = DispatchSemaphore(value: 0)
            var result: Result?
        }
    }
#endif
