import Foundation
import PermafrostModel

extension SwiftType {
    /// Creates the description of a type from its metadata. It can differ from the description that is read from source
    /// code, because an enum's metadata doesn't contain:
    /// - the position of a case with associated values among the other cases
    /// - whether an enum without associated values computes its raw values in code
    init(reflecting type: Any.Type) {
        self.init(reflecting: type, enclosing: [])
    }

    private init(reflecting type: Any.Type, enclosing: [ObjectIdentifier]) {
        let inner = { SwiftType(reflecting: $0, enclosing: enclosing) }
        if let scalar = ScalarType.of(type) {
            self = scalar.isOptional ? .optional(.scalar(scalar.name)) : .scalar(scalar.name)
        } else if let optional = type as? any OptionalType.Type {
            self = .optional(inner(optional.wrappedType))
        } else if let collection = type as? any CollectionType.Type {
            switch collection.kind {
            case .array(let element): self = .array(inner(element))
            case .set(let element): self = .set(inner(element))
            case .dictionary(let key, let value): self = .dictionary(key: inner(key), value: inner(value))
            }
        } else if enclosing.contains(ObjectIdentifier(type)) {
            self = .recursion(String(describing: type))
        } else if let cases = EnumCases(of: type) {
            self = .enumeration(
                Self.enumeration(type, cases, enclosing: enclosing + [ObjectIdentifier(type)]))
        } else if let fields = TypeField.fields(ofStruct: type), !Self.isForeign(type) {
            let members = fields.map {
                Member(
                    name: $0.name,
                    type: SwiftType(reflecting: $0.type, enclosing: enclosing + [ObjectIdentifier(type)]))
            }
            self = .structure(Structure(name: String(describing: type), members: members))
        } else {
            self = .opaque(String(describing: type))
        }
    }

    private static func enumeration(
        _ type: Any.Type, _ cases: EnumCases, enclosing: [ObjectIdentifier]
    ) -> Enumeration {
        var enumeration = Enumeration(
            name: String(describing: type),
            cases: cases.cases.map { enumCase in
                Enumeration.Case(
                    name: enumCase.name,
                    associatedValues: (enumCase.payload?.values ?? []).map {
                        Member(name: $0.name, type: SwiftType(reflecting: $0.type, enclosing: enclosing))
                    })
            })
        guard let raw = type as? any RawRepresentable.Type else { return enumeration }
        let values = rawValues(of: raw, cases)
        enumeration.rawType = ScalarType.of(values.type).flatMap { $0.isOptional ? nil : $0.name }
        enumeration.hasOwnRawValue = !cases.isPlain || enumeration.rawType == nil
        if enumeration.rawType != nil {
            for (index, text) in values.texts.enumerated() { enumeration.cases[index].rawValue = text }
        }
        return enumeration
    }

    private static func rawValues<Raw: RawRepresentable>(
        of type: Raw.Type, _ cases: EnumCases
    ) -> (type: Any.Type, texts: [String]) {
        (Raw.RawValue.self, cases.values(of: type).map { String(describing: $0.rawValue) })
    }

    /// Returns whether the standard library or Foundation declares a type. The description of such a struct omits its
    /// stored properties, because they're private.
    private static func isForeign(_ type: Any.Type) -> Bool {
        let module = String(reflecting: type).prefix { $0 != "." }
        return ["Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization"].contains(module)
    }
}
