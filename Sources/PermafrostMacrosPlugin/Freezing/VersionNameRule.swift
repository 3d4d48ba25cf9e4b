/// Which texts name a frozen version: those that are safe as a folder's name.
///
/// It is the rule of `VersionName` in PermafrostModel, which a plugin of the compiler does not link: a test holds both
/// together.
enum VersionNameRule {
    /// Why a text is no version name.
    enum Rejection {
        case empty, leadingCharacter, unsafeCharacter, tooLong
    }

    /// Why a text is not a version's name; nil if it is.
    static func rejection(of text: String) -> Rejection? {
        guard let first = text.unicodeScalars.first else { return .empty }
        if first == "-" || first == "." { return .leadingCharacter }
        if text.contains("..") || text.unicodeScalars.contains(where: isUnsafe) { return .unsafeCharacter }
        return text.utf8.count > 200 ? .tooLong : nil
    }

    /// A name that is like the text and allowed; nil if nothing of it is left.
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
