import Foundation

/// The main actor's queue. On Linux, its work can run on threads other than the main thread, so the current thread
/// doesn't identify the queue.
private enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on the queue or on the main thread.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? Thread.isMainThread }
}

/// A scheduler for the automatic saves of a context. After a change, it schedules one save on the context's executor.
/// The save starts after the running code has returned or is suspended, so it includes all changes of that code.
///
/// The executor is the main actor or the queue of a ``ModelActor``. A context without an executor must be saved
/// explicitly.
final class Autosave: @unchecked Sendable {
    // The context and the flag are used only on the context's executor, which runs one piece of code at a time. Only
    // the reference to this object crosses threads.

    /// An executor that runs the automatic saves of a context.
    enum Executor: Sendable {
        case mainActor
        case queue(DispatchQueue)
    }

    private weak var context: ModelContext?
    /// The context while a save of its changes is scheduled, so that the changes aren't lost with the last reference.
    private var unsaved: ModelContext?
    private let executor: Executor
    private var isDue = false

    init(_ context: ModelContext, _ executor: Executor) {
        self.context = context
        self.executor = executor
    }

    /// Schedules a save after a change, unless one is already scheduled.
    func schedule() {
        if unsaved == nil { unsaved = context }
        guard !isDue else { return }
        isDue = true
        switch executor {
        case .mainActor: Task { @MainActor in self.run() }
        case .queue(let queue): queue.async { self.run() }
        }
    }

    /// Releases the context, because it has no more changes or doesn't save them automatically.
    func release() { unsaved = nil }

    private func run() {
        isDue = false
        context?.autosave()
        release()
    }
}

extension ModelContext {
    /// Whether the context saves changes automatically.
    ///
    /// The default is true for ``ModelContainer/mainContext`` and false for other contexts. After a change, the context
    /// saves as soon as its executor is free. Changes that are made before that are saved together.
    ///
    /// The main context uses the main actor's executor. The context of a ``DefaultSerialModelExecutor`` uses that
    /// executor's queue. Any other context uses the main actor's executor if you set this property to true on the main
    /// actor. Elsewhere, setting the property of such a context has no effect.
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
            state.autosave?.release()
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

    /// Saves the unsaved changes without throwing errors. Changes that can't be saved stay in the context, and the next
    /// explicit save tries again and throws any error.
    ///
    /// Does nothing if automatic saves are off, or if a getter or another call that can't throw has failed.
    func autosave() {
        guard isAutosaveEnabled, hasChanges, !state.hasFailure else { return }
        state.keepsFailure = true
        defer { state.keepsFailure = false }
        try? save()
    }
}
