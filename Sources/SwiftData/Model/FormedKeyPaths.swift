/// The result of a closure that names a model's properties, whatever actor the model belongs to. `@Model` calls it.
///
/// The compiler lets key paths of a class that belongs to the main actor be formed there alone. They are values that touch
/// no object, so this calls the closure where the caller is.
public func _formed<Result>(_ body: @MainActor () -> Result) -> Result {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
}
