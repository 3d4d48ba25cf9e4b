/// The rule for the names of frozen versions: a name must be a safe folder name.
///
/// `VersionName` in PermafrostModel has the same rule, but a compiler plugin doesn't link that module. A test checks
/// that both rules agree.
enum VersionNameRule {
    /// The reason that a string isn't a valid version name.
    enum Rejection {
        case empty, leadingCharacter, unsafeCharacter, tooLong
    }

    /// Returns the reason that a string isn't a valid version name; nil if it is valid.
    static func rejection(of text: String) -> Rejection? {
        guard let first = text.unicodeScalars.first else { return .empty }
        if first == "-" || first == "." { return .leadingCharacter }
        if text.contains("..") || text.unicodeScalars.contains(where: isUnsafe) { return .unsafeCharacter }
        return text.utf8.count > 200 ? .tooLong : nil
    }

    /// Returns a valid name that is similar to an invalid one, such as `2.0-beta` for `2.0/beta`. Returns nil if no
    /// character can be kept, or if the name is too long.
    static func legalName(like text: String) -> String? {
        var legal = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let next: Unicode.Scalar = isUnsafe(scalar) ? "-" : scalar
            if next == ".", legal.last == "." { continue }
            if legal.isEmpty, next == "-" || next == "." { continue }
            legal.append(next)
        }
        let name = String(legal)
        return rejection(of: name) == nil ? name : nil
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "/" || scalar == "\\" || scalar.value < 0x20 || scalar.value == 0x7F
    }
}
