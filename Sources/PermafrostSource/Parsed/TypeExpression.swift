/// A type as written in the source. Its names aren't resolved.
package indirect enum TypeExpression: Sendable, Hashable {
    /// A name, such as `Foundation.Date` or `Array<Int>`. It can be qualified and have generic arguments.
    case named([Component])
    case optional(TypeExpression)
    case array(TypeExpression)
    case dictionary(TypeExpression, TypeExpression)
    /// A tuple such as `()` or `(Int, String)`. A single type in parentheses isn't a tuple.
    case tuple([TypeExpression])
    /// `A & B`.
    case composition([TypeExpression])
    /// `any P` or `some P`.
    case existential(TypeExpression)
    /// `T.Type` or `P.Protocol`.
    case metatype(TypeExpression)
    /// Any other type, as written, such as a function type.
    case other(String)

    /// A component of a qualified name.
    package struct Component: Sendable, Hashable {
        var name: String
        var arguments: [TypeExpression] = []
    }

    /// Returns a type with an unqualified name.
    static func name(_ name: String) -> TypeExpression { .named([Component(name: name)]) }

    /// The last component of a qualified name, such as `Date` in `Foundation.Date`, or nil for a type without a name.
    var lastName: String? {
        if case .named(let components) = self { components.last?.name } else { nil }
    }

    /// The type as Swift source in a uniform format. `some` becomes `any`, `T!` becomes `T?`, and `P.Protocol` becomes
    /// `P.Type`.
    var text: String {
        switch self {
        case .named(let components): components.map(\.text).joined(separator: ".")
        case .optional(let inner): inner.text + "?"
        case .array(let element): "[\(element.text)]"
        case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
        case .tuple(let elements): "(\(elements.map(\.text).joined(separator: ", ")))"
        case .composition(let parts): parts.map(\.text).joined(separator: " & ")
        case .existential(let inner): "any \(inner.text)"
        case .metatype(let inner): inner.text + ".Type"
        case .other(let text): text
        }
    }

    /// Returns the type with generic parameters replaced by arguments, which are keyed by parameter name. Finds generic
    /// parameters in names, optionals, arrays and dictionaries. Returns any other type unchanged.
    func substituting(_ arguments: [String: TypeExpression]) -> TypeExpression {
        guard !arguments.isEmpty else { return self }
        switch self {
        case .named(let components):
            if components.count == 1, components[0].arguments.isEmpty, let argument = arguments[components[0].name] {
                return argument
            }
            return .named(
                components.map {
                    Component(name: $0.name, arguments: $0.arguments.map { $0.substituting(arguments) })
                })
        case .optional(let inner): return .optional(inner.substituting(arguments))
        case .array(let element): return .array(element.substituting(arguments))
        case .dictionary(let key, let value):
            return .dictionary(key.substituting(arguments), value.substituting(arguments))
        case .tuple, .composition, .existential, .metatype, .other: return self
        }
    }

    /// Returns whether the type has more parts than the limit. Stops counting at the limit.
    func isLarger(than limit: Int) -> Bool {
        var remaining = limit
        return !isWithin(&remaining)
    }

    private func isWithin(_ remaining: inout Int) -> Bool {
        remaining -= 1
        guard remaining >= 0 else { return false }
        switch self {
        case .named(let components):
            return components.allSatisfy { $0.arguments.allSatisfy { $0.isWithin(&remaining) } }
        case .optional(let inner), .array(let inner), .existential(let inner), .metatype(let inner):
            return inner.isWithin(&remaining)
        case .dictionary(let key, let value): return key.isWithin(&remaining) && value.isWithin(&remaining)
        case .tuple(let parts), .composition(let parts): return parts.allSatisfy { $0.isWithin(&remaining) }
        case .other: return true
        }
    }

    /// The qualified names of the types in the type, each as an array of its components.
    var namePaths: [[String]] {
        switch self {
        case .named(let components):
            [components.map(\.name)] + components.flatMap { $0.arguments.flatMap(\.namePaths) }
        case .optional(let inner), .array(let inner), .existential(let inner), .metatype(let inner): inner.namePaths
        case .dictionary(let key, let value): key.namePaths + value.namePaths
        case .tuple(let parts), .composition(let parts): parts.flatMap(\.namePaths)
        case .other: []
        }
    }

    /// Calls `body` with each name in the type.
    func forEachName(_ body: (String) -> Void) {
        switch self {
        case .named(let components):
            for component in components {
                body(component.name)
                for argument in component.arguments { argument.forEachName(body) }
            }
        case .optional(let inner), .array(let inner), .existential(let inner), .metatype(let inner):
            inner.forEachName(body)
        case .dictionary(let key, let value):
            key.forEachName(body)
            value.forEachName(body)
        case .tuple(let parts), .composition(let parts):
            for part in parts { part.forEachName(body) }
        case .other: break
        }
    }
}

extension TypeExpression.Component {
    /// The component's name with its generic arguments.
    var text: String {
        arguments.isEmpty ? name : "\(name)<\(arguments.map(\.text).joined(separator: ", "))>"
    }
}
