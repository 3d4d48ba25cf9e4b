import Observation

/// A probe that detects whether a property is being read inside `withObservationTracking`. Only an object that is
/// tracked needs its own registrar.
///
/// The observation library doesn't reveal what it tracks. However, a registrar puts the key path that it receives into
/// a set only while tracking is active. The set hashes the key path, including the argument of its subscript. Here,
/// that argument is a mark that records that it was hashed. The tracking then already refers to the probe's registrar,
/// so this registrar becomes the object's registrar, and is deallocated with the object.
///
/// All objects of a context share one probe. This is safe, because only one thread at a time uses a context and its
/// objects.
struct ObservationProbe: ~Copyable {
    private let subject = Subject()
    private let mark: Mark
    private let keyPath: KeyPath<Subject, Bool>
    /// A pointer to the probe's registrar, because the layout of a registrar is opaque: code outside of the Observation
    /// library can access it only through function calls.
    private var registrar = UnsafeMutablePointer.madeRegistrar()

    /// Returns a probe, which the caller must deinitialize and deallocate. Returns nil if the Observation library
    /// doesn't let a probe detect tracking. Every object that is read then needs a registrar.
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

    /// Returns whether tracking is active. If it is, it now refers to the probe's registrar, and the caller must call
    /// ``takeRegistrar()``.
    mutating func isTracked() -> Bool {
        // Observation also copies its key paths when tracking begins or ends. The mark is written only if it changes,
        // because threads that only read objects may do so at the same time.
        if mark.isHashed { mark.isHashed = false }
        Self.tell(&registrar.pointee, subject, keyPath)
        return mark.isHashed
    }

    /// Returns the probe's registrar, and replaces it in the probe. The caller must call `endRegistrar()` on it.
    mutating func takeRegistrar() -> UnsafeMutablePointer<ObservationRegistrar> {
        let tracked = registrar
        registrar = .madeRegistrar()
        return tracked
    }

    private static func tell(
        _ registrar: inout ObservationRegistrar, _ subject: Subject, _ keyPath: KeyPath<Subject, Bool>
    ) {
        registrar.access(subject, keyPath: keyPath)
    }

    /// The root object of the key path.
    private final class Subject: Observable {
        subscript(mark: Mark) -> Bool { mark.isHashed }
    }

    /// A value that records that it was hashed.
    private final class Mark: Hashable {
        // No other code runs during an access.
        @exclusivity(unchecked) var isHashed = false

        static func == (left: Mark, right: Mark) -> Bool { left === right }

        func hash(into hasher: inout Hasher) {
            isHashed = true
            hasher.combine(ObjectIdentifier(self))
        }
    }
}

extension UnsafeMutablePointer<ObservationRegistrar> {
    /// Allocates a registrar. Call `endRegistrar()` to deallocate it.
    @inline(never)
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
