import PermafrostModel

/// Members of standard types that initial values can use.
enum KnownMembers {
    /// The static members whose type is the enclosing type, such as `now` in `Date`.
    static let ofOwnType: Set<String> = [
        "now", "distantPast", "distantFuture", "max", "min", "zero", "pi", "infinity", "nan", "random", "init",
        "greatestFiniteMagnitude", "leastNonzeroMagnitude", "leastNormalMagnitude", "ulpOfOne",
        "leastFiniteMagnitude", "greatestFiniteMagnitude", "temporaryDirectory", "documentsDirectory",
        "applicationSupportDirectory", "homeDirectory", "cachesDirectory",
    ]

    /// The types of properties and the result types of methods, keyed by type and name.
    static let results: [String: [String: String]] = [
        "UUID": ["uuidString": "String"],
        "Date": [
            "timeIntervalSince1970": "Double", "timeIntervalSinceReferenceDate": "Double",
            "timeIntervalSinceNow": "Double", "addingTimeInterval": "Date", "advanced": "Date",
            "formatted": "String",
            "ISO8601Format": "String",
        ],
        "String": [
            "uppercased": "String", "lowercased": "String", "capitalized": "String",
            "trimmingCharacters": "String", "replacingOccurrences": "String", "appending": "String",
        ],
        "URL": [
            "absoluteString": "String", "path": "String", "lastPathComponent": "String",
            "appendingPathComponent": "URL", "appending": "URL",
        ],
        "Data": ["base64EncodedString": "String"],
        "Int": ["magnitude": "UInt"],
        "Double": ["rounded": "Double", "magnitude": "Double"],
    ]
}
