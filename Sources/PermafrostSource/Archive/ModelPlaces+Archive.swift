import PermafrostModel

// The format of locations. Each line is one of the following:
// - `F path` for a file
// - `E file line column name` for an entity in the file
// - `P file line column name` for a property of the entity
// - `T file line column name` for an enum or struct in the property's values, with tabs between the name and the parts
//   of its path
// - `D 0 isOwn isKnown` for the enum's or struct's decoder if it isn't the synthesized one, then for each key its name,
//   its reading and its encoded name
// - `X 0 0 0 text` for the source text of the property's default
// - `M file line column description` for an index or constraint of the entity
//
// A backslash, line feed or tab within a name or path is escaped with a backslash. The text is split into lines by
// bytes, because a carriage return and a line feed are a single `Character` in a `String`.
extension ModelPlaces {
    var encoded: [UInt8] {
        var text: [UInt8] = []
        var files: [String: Int] = [:]
        func append(_ kind: Character, _ location: SourceLocation, _ names: [String]) {
            if files[location.file] == nil {
                files[location.file] = files.count
                text += Array("F ".utf8) + Self.escaped(location.file) + [Self.lineFeed]
            }
            text += "\(kind) \(files[location.file] ?? 0) \(location.line) \(location.column) ".utf8
            text += names.map(Self.escaped).joined(separator: [Self.tab])
            text.append(Self.lineFeed)
        }
        func append(_ decoding: ValueDecoding) {
            guard decoding != ValueDecoding() else { return }
            let keys = Set(decoding.readings.keys).union(decoding.encodedNames.keys).sortedByCodeUnit()
            let known = (decoding.isKnown ? 1 : 0) + (decoding.isPlain ? 2 : 0)
            text += "D 0 \(decoding.isOwn ? 1 : 0) \(known) ".utf8
            let names = keys.flatMap {
                [$0, decoding.readings[$0]?.rawValue ?? "", decoding.encodedNames[$0] ?? ""]
            }
            text += names.map(Self.escaped).joined(separator: [Self.tab])
            text.append(Self.lineFeed)
        }
        for (entity, location) in entities.sorted(by: { CodeUnitOrder.isBefore($0.key, $1.key) }) {
            append("E", location, [entity])
            let places = properties[entity] ?? [:]
            for (property, location) in places.sorted(by: { CodeUnitOrder.isBefore($0.key, $1.key) }) {
                append("P", location, [property])
                if let written = defaultTexts[entity]?[property] {
                    text += "X 0 0 0 ".utf8 + Self.escaped(written) + [Self.lineFeed]
                }
                for type in valueTypes[entity]?[property] ?? [] {
                    append("T", type.location, [type.name] + type.path)
                    append(type.decoding)
                }
            }
            let macros = constraints[entity] ?? [:]
            for (name, location) in macros.sorted(by: { CodeUnitOrder.isBefore($0.key, $1.key) }) {
                append("M", location, [name])
            }
        }
        return text
    }

    init(encoded: some Sequence<UInt8>) {
        self.init()
        var files: [String] = []
        var (entity, property) = ("", "")
        for line in Array(encoded).split(separator: Self.lineFeed) {
            if line.starts(with: "F ".utf8) {
                files.append(Self.text(line.dropFirst(2)))
                continue
            }
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 4, omittingEmptySubsequences: false)
            func number(_ index: Int) -> Int? { Int(String(decoding: parts[index], as: UTF8.self)) }
            guard parts.count == 5, let file = number(1), files.indices.contains(file), let row = number(2),
                let column = number(3)
            else { continue }
            let location = SourceLocation(file: files[file], line: row, column: column)
            let names = parts[4].split(separator: Self.tab, omittingEmptySubsequences: false).map(Self.text)
            switch parts[0].first {
            case UInt8(ascii: "E"):
                entity = names[0]
                entities[entity] = location
            case UInt8(ascii: "P"):
                property = names[0]
                properties[entity, default: [:]][property] = location
            case UInt8(ascii: "X"): defaultTexts[entity, default: [:]][property] = names[0]
            case UInt8(ascii: "D"):
                let count = valueTypes[entity]?[property]?.count ?? 0
                guard count > 0 else { continue }
                valueTypes[entity]?[property]?[count - 1].decoding = Self.decoding(row == 1, known: column, names)
            case UInt8(ascii: "M"):
                constraints[entity, default: [:]][names[0]] = location
            default:
                valueTypes[entity, default: [:]][property, default: []]
                    .append(ValueType(name: names[0], location: location, path: Array(names.dropFirst())))
            }
        }
    }

    private static func decoding(_ isOwn: Bool, known: Int, _ names: [String]) -> ValueDecoding {
        var decoding = ValueDecoding(isOwn: isOwn, isKnown: known & 1 != 0)
        decoding.isPlain = known & 2 != 0
        for start in stride(from: 0, to: names.count - 2, by: 3) {
            if let reading = ValueDecoding.Reading(rawValue: names[start + 1]) {
                decoding.readings[names[start]] = reading
            }
            if !names[start + 2].isEmpty { decoding.encodedNames[names[start]] = names[start + 2] }
        }
        return decoding
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let tab = UInt8(ascii: "\t")
    private static let backslash = UInt8(ascii: "\\")

    private static func escaped(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte in
            switch byte {
            case backslash: [backslash, backslash]
            case lineFeed: [backslash, UInt8(ascii: "n")]
            case tab: [backslash, UInt8(ascii: "t")]
            default: [byte]
            }
        }
    }

    private static func text(_ escaped: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        var isEscape = false
        for byte in escaped {
            if isEscape {
                bytes.append(byte == UInt8(ascii: "n") ? lineFeed : byte == UInt8(ascii: "t") ? tab : byte)
                isEscape = false
            } else if byte == backslash {
                isEscape = true
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
