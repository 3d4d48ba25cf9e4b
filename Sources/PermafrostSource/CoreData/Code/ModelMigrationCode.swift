import PermafrostModel

/// The code in a file that opens Core Data stores or migrates them.
struct ModelMigrationCode {
    /// The lines that turn Core Data's own migration on or off.
    private(set) var automatic: [(isOn: Bool, line: Int)] = []
    /// Whether the file creates containers or store descriptions, which turn Core Data's own migration on.
    private(set) var hasContainer = false
    /// Whether the file mentions the container that syncs stores with CloudKit.
    private(set) var mentionsCloudKit = false
    /// The line of the first call that adds a store to a coordinator. Without options, Core Data doesn't migrate it.
    private(set) var addsStore: Int?
    /// The line of the first call that runs a mapping model.
    private(set) var migrates: Int?
    /// Whether the calls that run mapping models are repeated until a store has the current version.
    private(set) var isRepeated = false
    /// The texts of the file's string literals.
    private(set) var texts: Set<String> = []

    init(_ tokens: CodeTokens) {
        for index in tokens.kinds.indices {
            switch tokens.kinds[index] {
            case .text(let text): texts.insert(text)
            case .word(let word): read(word, at: index, tokens)
            case .sign: break
            }
        }
        if migrates != nil { isRepeated = isRepeated || CodeFunctions(tokens).repeats(Self.runsMapping) }
    }

    private mutating func read(_ word: String, at index: Int, _ tokens: CodeTokens) {
        let line = tokens.lines[index]
        switch word {
        case "shouldMigrateStoreAutomatically", "NSMigratePersistentStoresAutomaticallyOption":
            if let isOn = Self.value(near: index, tokens) { automatic.append((isOn, line)) }
        case "NSPersistentContainer", "NSPersistentStoreDescription": hasContainer = true
        case "NSPersistentCloudKitContainer":
            hasContainer = true
            mentionsCloudKit = true
        case "addPersistentStore", "addPersistentStoreWithType": addsStore = addsStore ?? line
        case "SQLiteStoreDescription" where tokens.isSign("(", at: index + 1):
            // Sworm's description of a store, whose container runs the migrations between neighboring versions.
            migrates = migrates ?? line
            isRepeated = true
        default: if Self.runsMapping(index, tokens) { migrates = migrates ?? line }
        }
    }

    /// Returns the Boolean that an option is set to, as in `= false`, `: NSNumber(value: true)` or `: @YES`. The value
    /// may precede the name, as in `setOption(true as NSNumber, forKey: name)`.
    private static func value(near index: Int, _ tokens: CodeTokens) -> Bool? {
        func value(at index: Int) -> Bool? {
            switch tokens.word(at: index) {
            case "true", "YES": true
            case "false", "NO": false
            default: nil
            }
        }
        if ["=", ":", "]"].contains(where: { tokens.isSign($0, at: index + 1) }) {
            let end = ((index + 2)..<(index + 8)).first { tokens.isSign(",", at: $0) || tokens.isSign(";", at: $0) }
            return ((index + 2)..<(end ?? index + 8)).lazy.compactMap(value).first
        }
        guard tokens.isSign(",", at: index - 1) || tokens.isWord("forKey", at: index - 2) else { return nil }
        return (1...8).lazy.compactMap { value(at: index - $0) }.first
    }

    /// Returns whether a token is a call of the method that runs a mapping model.
    private static func runsMapping(_ index: Int, _ tokens: CodeTokens) -> Bool {
        switch tokens.word(at: index) {
        case "migrateStoreFromURL": true
        case "migrateStore": tokens.isSign("(", at: index + 1) && tokens.isWord("from", at: index + 2)
        default: false
        }
    }
}

/// The functions and methods of a file, with the names that they use.
private struct CodeFunctions {
    private let tokens: CodeTokens
    /// The body of each function. Several functions may have the same name.
    private var bodies: [(name: String, body: Range<Int>)] = []

    init(_ tokens: CodeTokens) {
        self.tokens = tokens
        for index in tokens.kinds.indices {
            if tokens.isWord("func", at: index), let name = tokens.word(at: index + 1) {
                add(name, from: index + 2)
            } else if tokens.isSign("-", at: index) || tokens.isSign("+", at: index),
                tokens.isSign("(", at: index + 1), index == 0 || tokens.lines[index] > tokens.lines[index - 1],
                let name = nameOfMethod(after: index + 1)
            {
                add(name.0, from: name.1)
            }
        }
    }

    private mutating func add(_ name: String, from start: Int) {
        if let body = tokens.braces(from: start) { bodies.append((name, body)) }
    }

    /// Returns the first part of a method's name in Objective-C, and the index after it.
    private func nameOfMethod(after parenthesis: Int) -> (String, Int)? {
        var depth = 0
        for index in parenthesis..<tokens.kinds.count {
            if tokens.isSign("(", at: index) { depth += 1 }
            if tokens.isSign(")", at: index) { depth -= 1 }
            if depth == 0 { return tokens.word(at: index + 1).map { ($0, index + 2) } }
        }
        return nil
    }

    /// Returns whether a loop or a recursive function contains calls, also through other functions of the file.
    func repeats(_ isCall: (Int, CodeTokens) -> Bool) -> Bool {
        var reaching = Set(bodies.filter { $0.body.contains { isCall($0, tokens) } }.map(\.name))
        func reaches(_ range: Range<Int>) -> Bool {
            range.contains { index in
                isCall(index, tokens) || tokens.word(at: index).map { reaching.contains($0) && !isLabel(index) } == true
            }
        }
        while true {
            let next = Set(bodies.filter { reaches($0.body) }.map(\.name))
            if next.isSubset(of: reaching) { break }
            reaching.formUnion(next)
        }
        let isRecursive = bodies.contains { name, body in
            reaching.contains(name) && body.contains { tokens.isWord(name, at: $0) && isOwnCall($0) }
        }
        return isRecursive || tokens.kinds.indices.contains { loop(at: $0).map(reaches) == true }
    }

    /// Returns whether a word is an argument's label in Swift.
    private func isLabel(_ index: Int) -> Bool {
        tokens.isSign(":", at: index + 1) && (tokens.isSign("(", at: index - 1) || tokens.isSign(",", at: index - 1))
    }

    /// Returns whether a word calls a function of the same type, as in `migrate(url)` or `[self migrate:url]`.
    private func isOwnCall(_ index: Int) -> Bool {
        if tokens.isSign("(", at: index + 1) {
            return !tokens.isSign(".", at: index - 1) || tokens.isWord("self", at: index - 2)
        }
        return tokens.isSign(":", at: index + 1) && tokens.isWord("self", at: index - 1)
    }

    /// Returns the body of the loop that starts at a token, or nil if none starts there.
    private func loop(at index: Int) -> Range<Int>? {
        switch tokens.word(at: index) {
        case "while", "for", "repeat": tokens.braces(from: index + 1)
        // In Objective-C, `do` starts a loop if `while` follows the braces.
        case "do":
            tokens.braces(from: index + 1).flatMap { tokens.isWord("while", at: $0.upperBound + 1) ? $0 : nil }
        case "forEach", "reduce", "enumerateObjectsUsingBlock": closure(after: index)
        default: nil
        }
    }

    /// Returns the closure that is the last argument of a call.
    private func closure(after index: Int) -> Range<Int>? {
        let limit = min(index + 24, tokens.kinds.count)
        return (index..<limit).first { tokens.isSign("{", at: $0) }.flatMap { tokens.braces(from: $0) }
    }
}
