import Observation
import Permafrost
import SwiftData

/// The values of an observable object's properties.
///
/// A `@Model` object's are those of its `schemaMetadata`, relationships included, which show the rows that they lead to. A
/// plain `@Observable` object's are its stored properties, under the names that the source gives them. A
/// ``CapturableObservable`` says them itself.
///
/// - Throws: ``ObservationError/nothingToCapture(type:)`` rather than give an empty state, and
///   ``ObservationError/unreadableMetadata(type:)`` rather than leave out properties of a `@Model` object.
public func captureProperties(of object: some Observable) throws -> ObservableState {
    let values =
        if let capturable = object as? any CapturableObservable {
            capturable.capturedState
        } else if let model = object as? any PersistentModel {
            try modelValues(of: model)
        } else {
            mirroredValues(of: object)
        }
    guard !values.isEmpty else { throw ObservationError.nothingToCapture(type: "\(type(of: object))") }
    return ObservableState(values)
}

private func modelValues<Model: PersistentModel>(of model: Model) throws -> [String: Any?] {
    var values: [String: Any?] = [:]
    do {
        for (name, keyPath) in try PropertyReflection.readable(of: Model.self) {
            values[name] = .some(model[keyPath: keyPath])
        }
    } catch { throw ObservationError.unreadableMetadata(type: error.model) }
    return values
}

/// The macro keeps a property `name` in `_name`, and adds a registrar.
private func mirroredValues(of object: Any) -> [String: Any?] {
    var values: [String: Any?] = [:]
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
        let isMacro = current.children.contains { $0.label == "_$observationRegistrar" }
        for child in current.children {
            guard let label = child.label, !label.contains("$") else { continue }
            values[isMacro && label.hasPrefix("_") ? String(label.dropFirst()) : label] = .some(child.value)
        }
        mirror = current.superclassMirror
    }
    return values
}

/// An observable type that says itself what a test compares: for one whose stored properties are not its state, or not all
/// of it.
///
/// Other observable types need nothing: ``captureProperties(of:)`` finds their properties.
public protocol CapturableObservable: Observable {
    /// The values to compare, by name.
    var capturedState: [String: Any?] { get }
}
