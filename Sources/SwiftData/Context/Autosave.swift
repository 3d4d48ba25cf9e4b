import Foundation

/// The queue of the main actor, which on Linux need not be served by the main thread.
private enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on it, or on the main thread before anything is queued.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? Thread.isMainThread }
}

/// Saves a context's changes on its own next turn, once for any number of them.
///
/// The turn comes after the code that makes the changes: on the main actor for a context of its own, on the queue of its
/// executor for a ``ModelActor``'s. A context that belongs to neither has no turn to save in, and is saved by hand.
final class Autosave: @unchecked Sendable {
    // Context and flag are touched only in the turns of the context, of which there is one at a time; what crosses threads is
    // the reference to this object alone.

    /// What runs the code of a context.
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

    /// A change was made.
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
    /// Whether changes are saved by themselves, on the context's next turn after they are made.
    ///
    /// It is true for a container's ``ModelContainer/mainContext``, whose turns are the main actor's, and false for others
    /// unless set. The context of a ``DefaultSerialModelExecutor`` takes its turns on the executor's queue, one for which
    /// it is set to true on the main actor takes them there; others have no turns, and `true` does nothing for them.
    /// (Apple's framework saves at events of the user interface, too, and at times of its own choice.)
    ///
    /// What stands against an automatic save leaves the changes as they are; the next ``save()`` throws it.
    public var autosaveEnabled: Bool {
        get { isAutosaveEnabled }
        set {
            isAutosaveEnabled = newValue
            if newValue, autosaveExecutor == nil, MainQueue.isCurrent { autosaveExecutor = .mainActor }
            state.autosave = newValue ? autosaveExecutor.map { Autosave(self, $0) } : nil
            if hasChanges { state.autosave?.schedule() }
        }
    }

    /// Says where the context's turns are taken.
    func autosave(on executor: Autosave.Executor) {
        autosaveExecutor = executor
        autosaveEnabled = isAutosaveEnabled
    }

    /// Saves what there is to save. What fails now fails again, and is reported, when a save is asked for.
    func autosave() {
        guard isAutosaveEnabled, hasChanges, !state.hasFailure else { return }
        state.keepsFailure = true
        defer { state.keepsFailure = false }
        try? save()
    }
}
