import Observation

/// Detects whether a property is being read inside `withObservationTracking`. Only an object that is being tracked
/// needs a registrar of its own. Objects that are fetched and read by code that observes nothing don't need one.
///
/// The observation library doesn't reveal what it tracks. But inside a tracking, and only there, a registrar puts the
/// key path it receives into a set. The set hashes the key path and therefore also the argument of the key path's
/// subscript: here, a mark that records being hashed. By then the registrar belongs to the tracking, so it becomes the
/// object's registrar and ends with the object.
///
/// One probe serves all objects of a context, because one thread at a time uses them and the context.
struct ObservationProbe: ~Copyable {
    private let subject = Subject()
    private let mark: Mark
    private let keyPath: KeyPath<Subject, Bool>
    /// A pointer, because code outside of the library handles its type by calls.
    private var registrar = UnsafeMutablePointer.madeRegistrar()

    /// Returns a probe, which the caller must end; nil if the library doesn't work as described above. In that case,
    /// every object that is read needs a registrar.
    static func make() -> UnsafeMutablePointer<ObservationProbe>? {
        guard isReliable else { return nil }
        let made = UnsafeMutablePointer<ObservationProbe>.allocate(capacity: 1)
        made.initialize(to: ObservationProbe())
        return made
    }

    private static let isReliable: Bool = {
        var probe = ObservationProbe()
        return withObservationTracking {
            probe.isTracked() && probe.isTracked()
        } onChange: {
        }
    }()

    private init() {
        mark = Mark()
        keyPath = \Subject[mark]
    }

    deinit { registrar.endRegistrar() }

    /// Returns a registrar that the current tracking knows, which the caller must end; nil if there is no tracking.
    mutating func trackedRegistrar() -> UnsafeMutablePointer<ObservationRegistrar>? {
        guard isTracked() else { return nil }
        let tracked = registrar
        registrar = .madeRegistrar()
        return tracked
    }

    private mutating func isTracked() -> Bool {
        // A tracking that begins or ends moves its key paths too. A mark that needn't change isn't written, because
        // threads that only read objects may do so at the same time.
        if mark.isHashed { mark.isHashed = false }
        Self.tell(&registrar.pointee, subject, keyPath)
        return mark.isHashed
    }

    private static func tell(
        _ registrar: inout ObservationRegistrar, _ subject: Subject, _ keyPath: KeyPath<Subject, Bool>
    ) {
        registrar.access(subject, keyPath: keyPath)
    }

    /// The root of the key path.
    private final class Subject: Observable {
        subscript(mark: Mark) -> Bool { mark.isHashed }
    }

    /// A value that records being hashed.
    private final class Mark: Hashable {
        // Nothing runs while it's read or written.
        @exclusivity(unchecked) var isHashed = false

        static func == (left: Mark, right: Mark) -> Bool { left === right }

        func hash(into hasher: inout Hasher) {
            isHashed = true
            hasher.combine(ObjectIdentifier(self))
        }
    }
}

extension UnsafeMutablePointer<ObservationRegistrar> {
    /// Allocates a registrar in its own memory.
    static func madeRegistrar() -> Self {
        let made = allocate(capacity: 1)
        made.initialize(to: ObservationRegistrar())
        return made
    }

    func endRegistrar() {
        deinitialize(count: 1)
        deallocate()
    }
}
