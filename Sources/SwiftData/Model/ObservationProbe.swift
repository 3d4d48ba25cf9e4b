import Observation

/// Detects whether a property is being read inside `withObservationTracking`. Only an object that is needs a registrar of its
/// own, and none of the many does that are fetched and read by code that observes nothing.
///
/// The observation library keeps what it tracks to itself. But inside a tracking, and only there, a registrar puts the key
/// path that it is told of into a set, which asks for its hash, and so for that of what the key path's subscript was given:
/// here a mark that takes note. The registrar that was asked then belongs to the tracking already, so it becomes the
/// object's, and ends with the object.
///
/// One probe serves a context's objects, since they and it are used by one thread at a time.
struct ObservationProbe: ~Copyable {
    private let subject = Subject()
    private let mark: Mark
    private let keyPath: KeyPath<Subject, Bool>
    /// A pointer, since the library's type is one that code outside it handles by calls.
    private var registrar = UnsafeMutablePointer.madeRegistrar()

    /// A probe, which is the caller's to end. Nil if the library does not do as it is said above: then every object that
    /// is read needs a registrar.
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

    /// A registrar that the tracking which is going on knows, and that is the caller's to end; nil if there is none.
    mutating func trackedRegistrar() -> UnsafeMutablePointer<ObservationRegistrar>? {
        guard isTracked() else { return nil }
        let tracked = registrar
        registrar = .madeRegistrar()
        return tracked
    }

    private mutating func isTracked() -> Bool {
        // A tracking that begins or ends moves its key paths too. What is not to change is not written to, since threads that
        // only read objects may do so together.
        if mark.isHashed { mark.isHashed = false }
        Self.tell(&registrar.pointee, subject, keyPath)
        return mark.isHashed
    }

    private static func tell(
        _ registrar: inout ObservationRegistrar, _ subject: Subject, _ keyPath: KeyPath<Subject, Bool>
    ) {
        registrar.access(subject, keyPath: keyPath)
    }

    /// What the key path is of.
    private final class Subject: Observable {
        subscript(mark: Mark) -> Bool { mark.isHashed }
    }

    /// Takes note of being hashed.
    private final class Mark: Hashable {
        // Nothing runs while it is read or written.
        @exclusivity(unchecked) var isHashed = false

        static func == (left: Mark, right: Mark) -> Bool { left === right }

        func hash(into hasher: inout Hasher) {
            isHashed = true
            hasher.combine(ObjectIdentifier(self))
        }
    }
}

extension UnsafeMutablePointer<ObservationRegistrar> {
    /// A registrar in memory of its own.
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
