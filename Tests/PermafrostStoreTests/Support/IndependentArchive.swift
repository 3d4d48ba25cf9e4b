import CZlib
import Foundation

/// A second reader for model caches, which shares no code with the library. It inflates the bytes, and reads the
/// property list and the object graph. Use it only for trusted bytes.
enum IndependentArchive {
    /// Any value of a binary property list.
    indirect enum Value: Hashable {
        case scalar(String)
        case array([Value])
        case dictionary([String: Value])
        case uid(Int)
    }

    struct Malformed: Error {
        var what: String
    }

    /// Returns an archive's object graph as text: the keys and values of each object, keyed by the object's name. The
    /// result doesn't depend on the objects' numbers, or on the order of keys and sets.
    static func graph(ofModelCache content: [UInt8]) throws -> [String: [String: String]] {
        let list = try propertyList(inflate(content))
        guard case .dictionary(let archive) = list, case .array(let objects)? = archive["$objects"],
            archive["$archiver"] == .scalar("s:NSKeyedArchiver"), archive["$version"] == .scalar("i:100000"),
            case .dictionary(let top)? = archive["$top"], top.count == 1, let root = top["root"]
        else { throw Malformed(what: "no keyed archive") }
        var graph = Graph(objects: objects)
        _ = graph.name(root)
        return graph.described
    }

    static func inflate(_ content: [UInt8]) throws -> [UInt8] {
        if content.starts(with: Array("bplist".utf8)) { return content }
        var stream = z_stream()
        inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { inflateEnd(&stream) }
        var (input, output) = (content, [UInt8](repeating: 0, count: 8 << 20))
        let size = output.count
        let status = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(size)
                return CZlib.inflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { throw Malformed(what: "does not inflate") }
        return Array(output[..<(size - Int(stream.avail_out))])
    }

    static func propertyList(_ bytes: [UInt8]) throws -> Value {
        guard bytes.starts(with: Array("bplist00".utf8)) else { throw Malformed(what: "no property list") }
        func number(_ start: Int, _ size: Int) -> Int { bytes[start..<start + size].reduce(0) { $0 << 8 | Int($1) } }
        let trailer = bytes.count - 32
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        let table = number(trailer + 24, 8)
        func value(_ reference: Int) -> Value {
            var position = number(table + reference * offsetSize, offsetSize)
            let marker = bytes[position]
            var count = Int(marker & 15)
            position += 1
            if marker >= 0x40, marker & 0xF0 != 0x80, count == 15 {
                let size = 1 << Int(bytes[position] & 15)
                count = number(position + 1, size)
                position += 1 + size
            }
            func references(_ count: Int) -> [Value] {
                (0..<count).map { value(number(position + $0 * referenceSize, referenceSize)) }
            }
            switch marker >> 4 {
            case 0: return .scalar(marker == 9 ? "b:true" : "b:false")
            case 1: return .scalar("i:\(number(position, 1 << count))")
            case 2: return .scalar("r:\(Double(bitPattern: UInt64(bitPattern: Int64(number(position, 8)))))")
            case 3: return .scalar("d:\(Double(bitPattern: UInt64(bitPattern: Int64(number(position, 8)))))")
            case 4:
                return .scalar(
                    "x:" + bytes[position..<position + count].map { String($0, radix: 16) }.joined(separator: " "))
            case 5: return .scalar("s:" + String(decoding: bytes[position..<position + count], as: UTF8.self))
            case 6:
                let units = (0..<count).map { UInt16(number(position + 2 * $0, 2)) }
                return .scalar("s:" + String(decoding: units, as: UTF16.self))
            case 8: return .uid(number(position, count + 1))
            case 10: return .array(references(count))
            default:
                let all = references(2 * count)
                var entries: [String: Value] = [:]
                for index in 0..<count {
                    if case .scalar(let key) = all[index] { entries[String(key.dropFirst(2))] = all[count + index] }
                }
                return .dictionary(entries)
            }
        }
        return value(number(trailer + 16, 8))
    }

    /// An object graph that names objects by their contents and describes each object once.
    private struct Graph {
        let objects: [Value]
        var described: [String: [String: String]] = [:]
        var names: [Int: String] = [:]

        /// Returns the text of a value. For an object that is described separately, this is its name. For any other
        /// value, it's the complete text.
        mutating func name(_ value: Value) -> String {
            switch value {
            case .scalar(let text): return text
            case .array(let elements): return "[" + elements.map { name($0) }.joined(separator: ", ") + "]"
            case .dictionary(let entries): return described(entries)
            case .uid(0): return "nil"
            case .uid(let number):
                guard case .dictionary(let entries) = objects[number] else { return name(objects[number]) }
                return object(number, entries)
            }
        }

        private mutating func described(_ entries: [String: Value]) -> String {
            "{" + entries.keys.sorted().map { "\($0): \(entries[$0].map { name($0) } ?? "")" }.joined(separator: ", ")
                + "}"
        }

        private mutating func string(_ value: Value?) -> String {
            guard case .uid(let number)? = value, case .scalar(let text) = objects[number] else { return "?" }
            return String(text.dropFirst(2))
        }

        private mutating func object(_ number: Int, _ entries: [String: Value]) -> String {
            if let known = names[number] { return known }
            guard case .uid(let classNumber)? = entries["$class"], case .dictionary(let type) = objects[classNumber],
                case .scalar(let classText)? = type["$classname"]
            else { return described(entries) }
            let className = String(classText.dropFirst(2))
            func plain(_ key: String) -> [Value] { if case .array(let all)? = entries[key] { all } else { [] } }
            switch className {
            case "NSManagedObjectModel": names[number] = "model"
            case "NSEntityDescription": names[number] = "entity " + string(entries["NSEntityName"])
            case "NSKnownKeysDictionary1", "NSKnownKeysMappingStrategy1": names[number] = className
            case let name
            where name.hasSuffix("Description") && entries["NSPropertyName"] != nil && entries["_P"] != nil:
                guard case .uid(let owner)? = entries["NSEntity"], case .dictionary(let entity) = objects[owner] else {
                    return "property without entity"
                }
                // A composite's element may have the same name as the composite.
                let isElement = elementNumbers.contains(number)
                names[number] =
                    "\(isElement ? "element \(elementOwner[number] ?? "")" : "property") "
                    + string(entity["NSEntityName"]) + "." + string(entries["NSPropertyName"])
            case "NSFetchIndexDescription": names[number] = "index " + string(entries["NSIndexName"])
            default:
                // A plain object is written out in place.
                let chain = name(objects[classNumber])
                if className == "NSSet" {
                    return "\(chain)" + plain("NS.objects").map { name($0) }.sorted().joined(separator: ", ")
                }
                if className.hasSuffix("Dictionary"), entries["NS.keys"] != nil {
                    let pairs = zip(plain("NS.keys"), plain("NS.objects")).map { name($0) + " = " + name($1) }
                    return "\(chain)(" + pairs.sorted().joined(separator: ", ") + ")"
                }
                return "\(chain)" + described(entries.filter { $0.key != "$class" })
            }
            let own = names[number] ?? ""
            if className.contains("CompositeAttribute") { noteElements(number, entries, own) }
            described[own] = entries.mapValues { _ in "" }
            described[own] = Dictionary(
                uniqueKeysWithValues: entries.keys.sorted().map { ($0, entries[$0].map { name($0) } ?? "") })
            return own
        }

        var elementNumbers: Set<Int> = []
        var elementOwner: [Int: String] = [:]

        private mutating func noteElements(_ number: Int, _ entries: [String: Value], _ owner: String) {
            guard case .uid(let list)? = entries["NSCompositeElements"], case .dictionary(let array) = objects[list],
                case .array(let elements)? = array["NS.objects"]
            else { return }
            for case .uid(let element) in elements {
                elementNumbers.insert(element)
                elementOwner[element] = owner
            }
        }
    }
}
