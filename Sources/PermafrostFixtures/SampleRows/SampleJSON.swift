import Foundation
import PermafrostModel
import PermafrostStore

/// Functions that return sample values as JSON, in the form that `JSONEncoder` produces.
enum SampleJSON {
    /// Returns a sample value of the given shape as JSON.
    static func text(of shape: ValueShape, _ sample: inout SampleCase) -> String {
        switch shape {
        case .scalar(let name): return scalar(name, &sample)
        case .optional(let inner):
            return sample.kind == .unusual || inner.isRecursion ? "null" : text(of: inner, &sample)
        case .array(let element): return array(of: element, count: count(element, sample), &sample)
        // Use one element, because several values of a small type might be equal.
        case .set(let element): return array(of: element, count: min(1, count(element, sample)), &sample)
        case .dictionary(let key, let value): return dictionary(key: key, value: value, &sample)
        case .enumeration(let cases): return enumeration(cases, &sample)
        case .structure(let fields): return structure(fields, &sample)
        case .recursion: return "null"
        }
    }

    private static func scalar(_ name: String, _ sample: inout SampleCase) -> String {
        let bits = sample.generator.next()
        switch name {
        case "String", "Substring", "Character": return string("sample \(bits % 1000)")
        case "Bool": return bits.isMultiple(of: 2) ? "false" : "true"
        case "Double", "Float", "CGFloat", "Decimal": return "\(bits % 1000).5"
        // Dates are encoded as seconds since 2001.
        case "Date": return String(700_000_000 + bits % 1_000_000)
        case "UUID": return string(DigestGenerator.text(ofUUID: sample.generator.uuid()))
        case "URL": return string("https://example.invalid/\(bits % 1000)")
        case "Data": return string(Data(sample.generator.bytes(6)).base64EncodedString())
        case _ where ScalarMapping.named(name) != nil: return String(bits % 100)
        case "CGPoint", "CGSize", "CGVector": return "[\(bits % 1000),0.5]"
        case "CGRect": return "[[\(bits % 1000),0.5],[1,2]]"
        // The declaration of the type isn't available.
        default: return "{}"
        }
    }

    private static func count(_ element: ValueShape, _ sample: SampleCase) -> Int {
        if element.isRecursion || sample.kind == .empty { return 0 }
        return sample.kind == .otherExtreme ? 20 : 1 + sample.number % 3
    }

    private static func array(of element: ValueShape, count: Int, _ sample: inout SampleCase) -> String {
        "[" + (0..<count).map { _ in text(of: element, &sample) }.joined(separator: ",") + "]"
    }

    /// Returns a dictionary with at most one entry as JSON: an object if the key type is `String` or `Int`, or an array
    /// with the key and the value for any other key type.
    private static func dictionary(key: ValueShape, value: ValueShape, _ sample: inout SampleCase)
        -> String
    {
        let isEmpty = sample.kind == .empty || value.isRecursion
        guard case .scalar(let name) = key, ["String", "Int"].contains(name) else {
            return isEmpty ? "[]" : "[\(text(of: key, &sample)),\(text(of: value, &sample))]"
        }
        let keyText = name == "String" ? string("key") : string("1")
        return isEmpty ? "{}" : "{\(keyText):\(text(of: value, &sample))}"
    }

    private static func enumeration(_ cases: [ValueShape.EnumerationCase], _ sample: inout SampleCase)
        -> String
    {
        guard !cases.isEmpty else { return "null" }
        let chosen = cases[sample.number % cases.count]
        if let raw = chosen.rawValue {
            // A shape doesn't contain the raw type. If all raw values are integers, assume Int.
            return cases.allSatisfy { Int64($0.rawValue ?? "") != nil } ? raw : string(raw)
        }
        return "{\(string(chosen.name)):\(structure(chosen.associatedValues, &sample))}"
    }

    /// Returns a struct as a JSON object, which doesn't contain the properties that are nil.
    private static func structure(_ fields: [ValueShape.Field], _ sample: inout SampleCase) -> String {
        var parts: [String] = []
        for field in fields {
            let value = text(of: field.shape, &sample)
            if case .optional = field.shape, value == "null" { continue }
            parts.append(string(field.name) + ":" + value)
        }
        return "{" + parts.joined(separator: ",") + "}"
    }

    private static func string(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": json += "\\" + String(scalar)
            case "\n": json += "\\n"
            case _ where scalar.value < 0x20: json += " "
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}

extension ValueShape {
    /// Whether the shape refers to a type that encloses it. A sample of such a shape would be infinitely nested.
    var isRecursion: Bool {
        if case .recursion = self { true } else { false }
    }
}
