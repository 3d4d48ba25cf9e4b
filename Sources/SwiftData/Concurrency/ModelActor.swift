import Dispatch

/// An actor with its own ``ModelContext``.
///
/// Conform to this protocol with the ``ModelActor()`` macro to fetch and save objects away from the main actor. The
/// actor's isolation protects the context and its objects.
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Trip {
///     var name: String
///     init(name: String) { self.name = name }
/// }
///
/// @ModelActor
/// actor TripCounter {
///     func count(named name: String) throws -> Int {
///         try modelContext.fetchCount(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name }))
///     }
/// }
/// ```
///
/// > Important: The context and its objects aren't `Sendable`, so don't return objects from the actor. Return values,
/// > or return identifiers and look up the objects in the caller's context.
public protocol ModelActor: Actor {
    /// The container of the actor's context.
    nonisolated var modelContainer: ModelContainer { get }
    /// The executor that runs the actor's work and owns its context.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// The actor's context. Use it only in the actor's own methods.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The executor that Swift's runtime runs the actor on.
    ///
    /// A ``modelExecutor`` that isn't a `SerialExecutor` can't run an actor. In that case, the main actor's executor
    /// runs the actor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        (modelExecutor as? any SerialExecutor)?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
    }

    /// Returns the object with the given identifier. Returns nil if the object's row is missing, belongs to a different
    /// class, or can't be read.
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
    /// actor TripEditor {
    ///     func rename(_ identifier: PersistentIdentifier, to name: String) throws {
    ///         self[identifier, as: Trip.self]?.name = name
    ///         try modelContext.save()
    ///     }
    /// }
    /// ```
    ///
    /// The row is read unless the object is already in memory.
    ///
    /// - Parameters:
    ///   - id: the identifier, which may come from a different context of the container.
    ///   - type: the object's class, or one of its superclasses.
    public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
        guard let entity = try? modelContainer.opened.entity(of: type),
            modelContainer.opened.entity(named: id.entityName)?.family == entity.family
        else { return nil }
        return (try? modelContext.state.object(of: id, entity)) as? T
    }
}

/// An executor that runs the work of a ``ModelActor`` and owns its context.
///
/// ``DefaultSerialModelExecutor`` is right for most actors. Implement an executor only if an actor's work must run on a
/// queue or thread that you choose.
public protocol ModelExecutor: Executor {
    /// The context. Only work that the executor runs may use it.
    var modelContext: ModelContext { get }
}

/// A ``ModelExecutor`` that runs one job at a time, as an actor requires.
///
/// To run an actor with your own executor, conform to this protocol and not only to ``ModelExecutor``.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// A serial executor that runs an actor's work on its own dispatch queue.
///
/// The ``ModelActor()`` macro creates one for each actor. If an actor has its own initializer, create the executor
/// there:
///
/// ```swift
/// import SwiftData
///
/// actor Archive: ModelActor {
///     nonisolated let modelContainer: ModelContainer
///     nonisolated let modelExecutor: any ModelExecutor
///
///     init(container: ModelContainer) {
///         modelContainer = container
///         modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
///     }
/// }
/// ```
public final class DefaultSerialModelExecutor: SerialModelExecutor, @unchecked Sendable {
    // Only work on the queue uses the context, and the queue runs one job at a time.

    /// The context. Only work that the executor runs may use it.
    public let modelContext: ModelContext
    private let queue = DispatchQueue(label: "SwiftData.ModelActor")

    /// Creates an executor that owns the given context.
    ///
    /// If ``ModelContext/autosaveEnabled`` is set, the context saves on the executor's queue.
    ///
    /// - Parameter modelContext: a context that nothing else uses.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
        modelContext.autosave(on: .queue(queue))
    }

    /// Runs a job after the jobs that were enqueued earlier.
    ///
    /// - Parameter job: the job. It runs on the executor's queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    /// Returns the reference that Swift's runtime uses for the executor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
