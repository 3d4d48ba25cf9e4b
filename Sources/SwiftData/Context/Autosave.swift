import Foundation

/// The main actor's queue. On Linux, a thread other than the main thread can run the queue's work.
private enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on the queue or on the main thread.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? Thread.isMainThread }
}

/// A scheduler for the automatic saves of a context. All changes before the context's next turn are saved together.
///
/// A turn comes after the code that makes the changes. It takes place on the context's executor, which is the main
/// actor or the queue of a ``ModelActor``. A context without an executor has no turns, and must be saved explicitly.
final class Autosave: @unchecked Sendable {
    // The context and the flag are used only in the context's turns, which never overlap. Only the reference to this
    // object crosses threads.

    /// An executor that runs the automatic saves of a context.
    enum Executor: Sendable {
        case mainActor
        case queue(DispatchQueue)
    }

    private weak var context: ModelContext?
    private let executor: Executor
    private var isDue = false

    init(_ context: ModelContext, _ executor: Executor) {
        self.context = context
        self.executor = executor
    }

    /// Schedules a save after a change, unless one is already scheduled.
    func schedule() {
        guard !isDue else { return }
        isDue = true
        switch executor {
        case .mainActor: Task { @MainActor in self.run() }
        case .queue(let queue): queue.async { self.run() }
        }
    }

    private func run() {
        isDue = false
        context?.autosave()
    }
}

extension ModelContext {
    /// Whether the context saves changes automatically, on its next turn.
    ///
    /// The default is true for ``ModelContainer/mainContext`` and false for other contexts. Several changes in one turn
    /// are saved together.
    ///
    /// A turn begins when the context's executor is free. The main context uses the main actor's executor. So does a
    /// context without an executor if this property is set to true on the main actor. The context of a
    /// ``DefaultSerialModelExecutor`` uses that executor's queue.
    ///
    /// Other contexts have no turns, and this property has no effect on them.
    ///
    /// ```swift
    /// import SwiftData
    ///
    /// @Model final class Trip {
    ///     var name: String
    ///     init(name: String) { self.name = name }
    /// }
    ///
    /// @ModelActor
    /// actor TripRecorder {
    ///     func start() { modelContext.autosaveEnabled = true }
    ///     func record(_ name: String) { modelContext.insert(Trip(name: name)) }
    /// }
    /// ```
    ///
    /// If an automatic save fails, the changes stay in the context. The next ``save()`` writes them again, and throws
    /// if it fails, too.
    ///
    /// > Warning: Unsaved changes are lost when the process ends. Call ``ModelContext/save()`` before the program
    /// > exits.
    ///
    /// (Apple's framework also saves after user interface events, and at other times that it chooses.)
    public var autosaveEnabled: Bool {
        get { isAutosaveEnabled }
        set {
            isAutosaveEnabled = newValue
            if newValue, autosaveExecutor == nil, MainQueue.isCurrent { autosaveExecutor = .mainActor }
            state.autosave = newValue ? autosaveExecutor.map { Autosave(self, $0) } : nil
            if hasChanges { state.autosave?.schedule() }
        }
    }

    /// Sets the executor that runs the context's automatic saves.
    func autosave(on executor: Autosave.Executor) {
        autosaveExecutor = executor
        autosaveEnabled = isAutosaveEnabled
    }

    /// Saves the unsaved changes if automatic saves are on and no getter, or other call that can't throw, has failed.
    /// Ignores errors. If saving fails, the changes stay in the context, and the next explicit save tries again and
    /// throws any error.
    func autosave() {
        guard isAutosaveEnabled, hasChanges, !state.hasFailure else { return }
        state.keepsFailure = true
        defer { state.keepsFailure = false }
        try? save()
    }
}
