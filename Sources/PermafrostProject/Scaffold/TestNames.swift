import PermafrostModel

/// Names of test files: valid Swift identifiers, and no two alike even where letter case does not count.
struct TestNames {
    /// What a name stands for; two wishes for one name are distinguished by it.
    struct Wish: Hashable {
        /// The name as it should be.
        var name: String
        /// What it is of, such as the versions as they are written.
        var subject: String
        /// Whether nothing was lost between subject and name, which goes first.
        var isExact: Bool
    }

    private let names: [Wish: String]

    /// Names for all wishes, whatever their order.
    init(_ wishes: [Wish]) {
        var names: [Wish: String] = [:]
        for (_, alike) in Dictionary(grouping: Set(wishes), by: { $0.name.lowercased() }) {
            let exact = alike.filter(\.isExact)
            for wish in alike {
                // A name that no other wish has, or the only one that is as written, stays.
                let stays = alike.count == 1 || exact == [wish]
                names[wish] = stays ? wish.name : wish.name + "_" + Self.mark(wish.subject)
            }
        }
        self.names = names
    }

    /// The name of a wish that was among them.
    func name(_ wish: Wish) -> String { names[wish] ?? wish.name }

    /// A version or type name as part of an identifier: every character but letters, digits and `_` becomes `_`.
    static func part(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
    }

    /// Whether ``part(_:)`` loses nothing but the dots between.
    static func isExact(_ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." }
    }

    private static func mark(_ text: String) -> String {
        String(Digest.hex(Digest.sha256(Array(text.utf8)).prefix(3)))
    }
}
