import Foundation
import PermafrostModel
import PermafrostSource

/// The names of test files. They are valid Swift identifiers, and are unique even if case is ignored.
struct TestNames {
    /// A request for a name. If several requests have the same name, their subjects are used to distinguish them.
    struct Request: Hashable {
        /// The preferred name. It is used unchanged if no other request has it, or if this is the only exact request
        /// with it. Otherwise, a digest of ``subject`` is appended.
        var name: String
        /// A text that distinguishes the test from other tests, such as its group and versions.
        var subject: String
        /// Whether the name represents its versions or its type unambiguously. If only one of several requests with the
        /// same name is exact, it gets the name unchanged.
        var isExact: Bool
    }

    private let names: [Request: String]

    /// Assigns a name to each request. The order of the requests doesn't matter.
    init(_ requests: [Request]) {
        var names: [Request: String] = [:]
        for (_, alike) in Dictionary(grouping: Set(requests), by: { $0.name.lowercased() }) {
            let exact = alike.filter(\.isExact)
            for request in alike {
                let stays = alike.count == 1 || exact == [request]
                names[request] = stays ? request.name : request.name + Self.mark(request.subject)
            }
        }
        self.names = names
    }

    func name(_ request: Request) -> String { names[request] ?? request.name }

    /// Returns a name for use in an identifier without underscores. All characters except ASCII letters and digits are
    /// removed, or replaced with `p` between two digits. The next letter becomes uppercase.
    static func part(_ text: String) -> String {
        let letters = Array(text)
        func isKept(_ index: Int) -> Bool {
            letters.indices.contains(index) && letters[index].isASCII
                && (letters[index].isLetter || letters[index].isNumber)
        }
        var part = ""
        for (index, letter) in letters.enumerated() {
            if isKept(index) {
                part += index > 0 && !isKept(index - 1) ? letter.uppercased() : String(letter)
            } else if isKept(index - 1), isKept(index + 1), letters[index - 1].isNumber, letters[index + 1].isNumber {
                part += "p"
            }
        }
        return part
    }

    /// Returns a version's name for use in an identifier, such as `2` for 2.0.0 or `0p1` for 0.1.0.
    static func number(_ version: String) -> String {
        var numbers = version.split(separator: ".", omittingEmptySubsequences: false)
        guard isNumeric(numbers) else { return part(version) }
        while numbers.count > 1, numbers.last == "0" { numbers.removeLast() }
        return numbers.joined(separator: "p")
    }

    /// Returns whether a version's name consists of three numbers. Other names may have the same ``number(_:)``.
    static func isExact(_ version: String) -> Bool {
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 3 && isNumeric(numbers)
    }

    private static func isNumeric(_ parts: [Substring]) -> Bool {
        parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { $0.isASCII && $0.isNumber } }
    }

    private static func mark(_ text: String) -> String {
        String(Digest.hex(Digest.sha256(Array(text.utf8)).prefix(3)))
    }
}
