import Foundation
import PermafrostModel
import PermafrostStore

/// A replacement for texts. Every letter, digit, symbol and invisible character is replaced by another one with as many
/// bytes. A text keeps its length in bytes and in Unicode scalars, the case of its ASCII letters, its ASCII whitespace
/// and its ASCII punctuation.
///
/// Equal texts have equal replacements, and different texts have different ones. If texts differ only in the case of
/// ASCII letters, in ASCII whitespace or in ASCII punctuation, their replacements differ in the same way. If they
/// differ only in the kind of other whitespace, their replacements are equal. A text that is a UUID is replaced by a
/// UUID. The `%` of a percent escape, as in a URL, becomes `-`, because its digits are replaced, too.
final class TextReplacement {
    private let key: ReplacementKey
    /// The first six bytes of each original text. A replacement avoids them, so that it doesn't contain an original
    /// text by chance.
    private let originals: Set<UInt64>
    /// The number of the attempt that found the replacement for each short text, keyed by the text's digest.
    private var attempts: [UInt64: UInt32] = [:]
    /// The hashes of the short replacements.
    private var used: Set<UInt64> = []

    /// The number of random bits above which two replacements are assumed to differ. Replacements with fewer bits are
    /// compared with each other.
    private static let uniqueBits = 56.0
    /// The number of first attempts that use only rare letters and avoid original texts.
    private static let carefulAttempts: UInt32 = 40
    /// The maximum number of random attempts. Later attempts try all combinations of characters in order, and then all
    /// combinations of the alphabets' reserves.
    private static let randomAttempts: UInt64 = 2000

    init(_ key: ReplacementKey, avoiding originals: Set<UInt64> = []) {
        self.key = key
        self.originals = originals
    }

    /// Returns the replacement of a text. A text without letters, digits and symbols isn't replaced.
    func text(_ original: String) -> String {
        if let uuid = uuid(original) { return uuid }
        return plainText(original.replacing(#/%(?=[0-9A-Fa-f]{2})/#, with: "-"))
    }

    /// Returns the replacement of a text without percent escapes.
    private func plainText(_ original: String) -> String {
        var core: [UInt32] = []
        var alphabets: [ScalarAlphabet] = []
        for scalar in original.unicodeScalars {
            let folded = ScalarAlphabet.folded(scalar.value).value
            guard let alphabet = ScalarAlphabet.of(folded) else { continue }
            core.append(folded)
            alphabets.append(alphabet)
        }
        guard !core.isEmpty else { return Self.text(original, core) }
        let digest = core.withUnsafeBytes { key.digest(.text, $0) }
        let seed = DigestGenerator.number(from: digest)
        let bits = alphabets.prefix(64).reduce(0.0) { $0 + ($1 == .letters ? 3.5 : log2(Double($1.count))) }
        let isShort = bits < Self.uniqueBits
        let attemptsOfForm = Attempts(alphabets)
        if isShort, let attempt = attempts[seed] {
            return Self.text(original, Self.core(core, alphabets, seed, attempt, attemptsOfForm))
        }
        var attempt: UInt32 = 0
        while true {
            let replaced = Self.core(core, alphabets, seed, attempt, attemptsOfForm)
            let text = Self.text(original, replaced)
            let hash = replaced.withUnsafeBytes { DigestGenerator.number(from: key.digest(.choice, $0)) }
            let isCareful = attempt < Self.carefulAttempts
            let isChance = isCareful && containsOriginal(text)
            // If all combinations are used, different texts get the same replacement.
            if !isChance, !isShort || used.insert(hash).inserted || attempt == attemptsOfForm.last {
                if isShort { attempts[seed] = attempt }
                return text
            }
            attempt += 1
        }
    }

    /// Returns whether a text contains the first six bytes of any original text.
    private func containsOriginal(_ text: String) -> Bool {
        guard !originals.isEmpty else { return false }
        var window: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            window = (window << 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF
            count += 1
            if count >= 6, originals.contains(window) { return true }
        }
        return false
    }

    /// Returns the first six bytes of a text as a number, or nil if the text is shorter.
    static func start(of text: some Collection<UInt8>) -> UInt64? {
        text.count < 6 ? nil : text.prefix(6).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The numbers of attempts for texts with the same alphabets.
    private struct Attempts {
        /// The number of random attempts.
        let random: UInt32
        /// The number of combinations of characters, at most `UInt32.max`.
        let combinations: UInt32
        /// The last attempt. After it, all combinations have been tried.
        let last: UInt32

        init(_ alphabets: [ScalarAlphabet]) {
            func combinations(_ alphabets: some Sequence<ScalarAlphabet>) -> UInt64 {
                alphabets.reduce(1) { min($0 * UInt64($1.count), UInt64(UInt32.max)) }
            }
            let own = combinations(alphabets)
            let random = max(UInt64(carefulAttempts), min(randomAttempts, own * 8))
            self.random = UInt32(clamping: random)
            self.combinations = UInt32(clamping: own)
            last = UInt32(clamping: random + own + combinations(alphabets.lazy.map(\.reserve)) - 1)
        }
    }

    /// Returns the folded characters of a replacement. No random attempt contains a character of the original at its
    /// place.
    private static func core(
        _ original: [UInt32], _ alphabets: [ScalarAlphabet], _ seed: UInt64, _ attempt: UInt32, _ attempts: Attempts
    ) -> [UInt32] {
        guard attempt < attempts.random else {
            var rest = UInt64(attempt - attempts.random)
            let usesReserve = rest >= attempts.combinations
            if usesReserve { rest -= UInt64(attempts.combinations) }
            return alphabets.map { alphabet in
                let alphabet = usesReserve ? alphabet.reserve : alphabet
                defer { rest /= UInt64(alphabet.count) }
                return alphabet.first + UInt32(rest % UInt64(alphabet.count))
            }
        }
        var generator = DigestGenerator(state: seed &+ UInt64(attempt) &* 0xD134_2543_DE82_EF95)
        return zip(original, alphabets).map { original, alphabet in
            let rare = alphabet == .letters && attempt < carefulAttempts ? ScalarAlphabet.rareLetters : nil
            while true {
                // Multiplying is faster than dividing, and just as good for small alphabets.
                let bits = generator.next() >> 32
                let index = UInt32((bits * UInt64(rare?.count ?? Int(alphabet.count))) >> 32)
                let scalar = rare?[Int(index)] ?? alphabet.first + index
                if scalar != original { return scalar }
            }
        }
    }

    /// Returns a text with the folded characters replaced in order.
    private static func text(_ original: String, _ core: [UInt32]) -> String {
        var text = String.UnicodeScalarView()
        var next = 0
        for scalar in original.unicodeScalars {
            let (folded, difference) = ScalarAlphabet.folded(scalar.value)
            guard ScalarAlphabet.of(folded) != nil else {
                text.append(ScalarAlphabet.separator(scalar))
                continue
            }
            // An alphabet contains only valid characters in both cases.
            text.append(Unicode.Scalar(core[next] - difference) ?? "x")
            next += 1
        }
        return String(text)
    }

    private func uuid(_ text: String) -> String? {
        guard text.utf8.count == 36, text.utf8.dropFirst(8).first == UInt8(ascii: "-"),
            let uuid = UUID(uuidString: text)
        else { return nil }
        let replaced = DigestGenerator.text(
            ofUUID: key.uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) }))
        return text.contains(where: \.isUppercase) ? replaced : replaced.lowercased()
    }
}
