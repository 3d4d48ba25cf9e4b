import Dispatch

/// An actor with a context of its own. `@ModelActor` makes an actor one.
public protocol ModelActor: Actor {
    /// The container of the context.
    nonisolated var modelContainer: ModelContainer { get }
    /// What runs the actor's work, and owns the context.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The context.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The executor's form that the runtime asks for. One that is not serial cannot run an actor: the main actor's then
    /// does.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        (modelExecutor as? any SerialExecutor)?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
    }

    /// The object of an identifier as one of that class; nil if its row is gone, or of another class.
    public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
        guard let entity = try? modelContainer.entity(of: type),
            modelContainer.entity(named: id.entityName)?.family == entity.family
        else { return nil }
        return (try? modelContext.state.object(of: id, entity)) as? T
    }
}

/// What runs the work of a ``ModelActor``, with a context.
public protocol ModelExecutor: Executor {
    /// The context; only work that the executor runs may touch it.
    var modelContext: ModelContext { get }
}

/// A ``ModelExecutor`` that runs one piece of work after another, as an actor's must.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// An executor with a queue of its own.
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    // The context is touched by work on the queue alone, which runs one piece at a time.

    /// The context.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "SwiftData.ModelActor")

    /// An executor for a context that nothing else uses.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
        modelContext.autosave(on: .queue(queue))
    }

    /// Runs a piece of work after those before it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    /// The executor's form that the runtime asks for.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
