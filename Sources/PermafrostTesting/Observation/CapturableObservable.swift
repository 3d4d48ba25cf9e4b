import Observation

/// An observable type that says itself what a test compares: for one whose stored properties are not its state, or not all
/// of it.
///
/// Other observable types need nothing: ``captureProperties(of:)`` finds their properties.
public protocol CapturableObservable: Observable {
    /// The values to compare, by name.
    var capturedState: [String: Any?] { get }
}
