import Foundation
import Observation
import Synchronization

/// State that most objects don't need. It's allocated separately, so that most objects stay small.
final class RareModelState {
    /// The registrar of the object's observers. It's a pointer, so that reading one of the object's properties
    /// doesn't count references.
    var observers: UnsafeMutablePointer<ObservationRegistrar>?
    /// The properties with unsaved changes, or nil if they are in ``smallChanges``.
    var changed: PropertySet?
    /// The row's `Z_OPT`, or nil if it's in ``smallVersion``.
    var version: Int64?
    var pending: [Int: PendingLinks] = [:]
    /// The temporary identity of an object that isn't in a store.
    lazy var temporary = UUID()

    deinit { observers?.endRegistrar() }
}
