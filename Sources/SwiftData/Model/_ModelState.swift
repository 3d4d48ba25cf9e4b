import Foundation
import Observation
import Synchronization

/// The memory of an object's state. `@Model` adds it to a class. Don't use it directly.
///
/// It's a part of the object, because a separate allocation would need more memory and time. When the object is
/// deallocated, the state's `deinit` removes the object from its context. A macro can't add a `deinit` to the class,
/// because the class may declare one.
///
/// Code accesses the state through a ``_ModelStorage``, which has its address. Code that runs during an access never
/// accesses the same state, so accesses don't need to be checked for overlaps.
public struct _ModelState: ~Copyable {
    // A fetch creates many objects, so the state has only 40 bytes. Properties that few objects need are in `rareState`.

    /// The context and the entity of the object, or nil before the object is in a context.
    var membership: Membership?
    /// State that most objects don't need, or nil if it hasn't been needed.
    var rareState: RareModelState?
    /// The row's `Z_PK`, or 0 if there is no row yet.
    var key: Int64 = 0
    /// The keys of the rows that the to-one relationships refer to, or nil if they were never set.
    var references: [Int64]?
    /// The ``Flag``s, and in the higher bits the properties with unsaved changes.
    private var bits: UInt32 = 0
    /// The row's `Z_OPT`, unless the number is too large and is in the rare state.
    var smallVersion = SmallVersion()
    /// A value that can't be moved. A type that contains one always stays at its address, so that the address identifies
    /// the object's state.
    private let anchor = Atomic<UInt8>(0)

    /// Creates the state of a new object.
    public init() {}

    deinit {
        if self[.isRegistered] { membership?.forget(key) }
    }

    /// Access to the state.
    @inlinable
    public var storage: _ModelStorage {
        withUnsafePointer(to: self) { _ModelStorage(UnsafeMutablePointer(mutating: $0)) }
    }
}

extension _ModelState {
    /// A property of an object that is true or false. The raw value is the bit's place.
    enum Flag: UInt32, CaseIterable {
        case isFault, isInserted, isListed, isDeleted, isRegistered
    }

    /// Whether a flag is set.
    subscript(flag: Flag) -> Bool {
        get { bits & (1 << flag.rawValue) != 0 }
        set { if newValue { bits |= 1 << flag.rawValue } else { bits &= ~(1 << flag.rawValue) } }
    }

    /// The number of bits for flags.
    private static let flagCount: UInt32 = 5
    /// The largest value of ``smallChanges``.
    static let largestChanges = UInt32.max >> flagCount

    /// A bit for each property with unsaved changes, unless a property's number is too large and the changes are in the
    /// rare state.
    var smallChanges: UInt32 {
        get { bits >> Self.flagCount }
        set { bits = bits & ((1 << Self.flagCount) - 1) | newValue << Self.flagCount }
    }
}

extension Int64 {
    /// Creates the number of a version.
    init(_ version: SmallVersion) { self = version.number }
}
