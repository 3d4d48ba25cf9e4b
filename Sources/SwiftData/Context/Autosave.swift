import Foundation

/// The main actor's queue. On Linux, the main thread needn't serve it.
private enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on the queue, or on the main thread before anything is queued.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? Thread.isMainThread }
}

/// Saves a context's changes on its next turn, once for any number of changes.
///
/// The turn comes after the code that makes the changes: on the main actor for the main context, on the executor's
/// queue for a ``ModelActor``. A context that belongs to neither has no turns and is saved by hand.
final class Autosave: @unchecked Sendable {
    // Only the context's turns use the context and the flag, and there is one turn at a time. Only the reference to
    // this object crosses threads.

    /// The executor of a context's turns.
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

    /// Schedules a save after a change, unless one is scheduled already.
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
    /// Whether the context saves its changes automatically, on its next turn after a change.
    ///
    /// It's true for ``ModelContainer/mainContext`` and false for other contexts unless you set it. Several changes in
    /// one turn are saved together.
    ///
    /// A turn is when the executor of the context is next free:
    ///
    /// - the main actor's, for the main context and for a context whose property is set to true on the main actor,
    /// - the executor's queue, for the context of a ``DefaultSerialModelExecutor``.
    ///
    /// Other contexts have no turns, and the value has no effect on them.
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
    /// If an automatic save fails, the changes stay in the context, and the next ``save()`` throws the error.
    ///
    /// > Warning: Changes that are unsaved when the process ends are lost. Call ``ModelContext/save()`` before a
    /// > program exits.
    ///
    /// (Apple's framework also saves at events of the user interface, and at times of its own choice.)
    public var autosaveEnabled: Bool {
        get { isAutosaveEnabled }
        set {
            isAutosaveEnabled = newValue
            if newValue, autosaveExecutor == nil, MainQueue.isCurrent { autosaveExecutor = .mainActor }
            state.autosave = newValue ? autosaveExecutor.map { Autosave(self, $0) } : nil
            if hasChanges { state.autosave?.schedule() }
        }
    }

    /// Sets the executor of the context's turns.
    func autosave(on executor: Autosave.Executor) {
        autosaveExecutor = executor
        autosaveEnabled = isAutosaveEnabled
    }

    /// Saves the unsaved changes. An error is ignored here: the next explicit save fails again and reports it.
    func autosave() {
        guard isAutosaveEnabled, hasChanges, !state.hasFailure else { return }
        state.keepsFailure = true
        defer { state.keepsFailure = false }
        try? save()
    }
}
