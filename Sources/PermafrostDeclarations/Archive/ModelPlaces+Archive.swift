import PermafrostModel

// Places as text: a line for each file (`F path`), then one for each entity (`E file line column name`), followed by its
// properties (`P file line column name`), each followed by the enums and structs of its values (`T file line column name`, the
// name and the parts of its path separated by tabs). Names come last, so that they may hold anything but a line break.
extension ModelPlaces {
    var encoded: [UInt8] {
        var text: [UInt8] = []
        var files: [String: Int] = [:]
        func append(_ kind: Character, _ location: SourceLocation, _ name: String) {
            if files[location.file] == nil {
                files[location.file] = files.count
                text.append(contentsOf: "F \(location.file)\n".utf8)
            }
            text.append(
                contentsOf: "\(kind) \(files[location.file] ?? 0) \(location.line) \(location.column) \(name)\n".utf8)
        }
        for (entity, location) in entities.sorted(by: { CodeUnitOrder.isBefore($0.key, $1.key) }) {
            append("E", location, entity)
            let places = properties[entity] ?? [:]
            for (property, location) in places.sorted(by: { CodeUnitOrder.isBefore($0.key, $1.key) }) {
                append("P", location, property)
                for type in valueTypes[entity]?[property] ?? [] {
                    append("T", type.location, ([type.name] + type.path).joined(separator: "\t"))
                }
            }
        }
        return text
    }

    init(encoded: some Sequence<UInt8>) {
        self.init()
        var files: [String] = []
        var (entity, property) = ("", "")
        for line in String(decoding: Array(encoded), as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("F ") {
                files.append(String(line.dropFirst(2)))
                continue
            }
            let parts = line.split(separator: " ", maxSplits: 4)
            guard parts.count == 5, let file = Int(parts[1]), files.indices.contains(file), let row = Int(parts[2]),
                let column = Int(parts[3])
            else { continue }
            let location = SourceLocation(file: files[file], line: row, column: column)
            if parts[0] == "E" {
                entity = String(parts[4])
                entities[entity] = location
            } else if parts[0] == "P" {
                property = String(parts[4])
                properties[entity, default: [:]][property] = location
            } else {
                let names = parts[4].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                valueTypes[entity, default: [:]][property, default: []]
                    .append(ValueType(name: names[0], location: location, path: Array(names.dropFirst())))
            }
        }
    }
}
