import Foundation
import PermafrostModel
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// The replacements of single values.
@Suite struct ValueReplacementTests {
    private let values = ValueReplacement(ReplacementKey(bytes: [1, 2, 3]))

    @Test(arguments: [
        "Anna Weber", "ANNA", "a@b.example", "+49 (0)171-1234567", "Grüße", "Ärger", "Привет", "αβγ ΔΕ", "日本語", "한국어",
        "שלום", "مرحبا", "नमस्ते", "สวัสดี", "cafe\u{301}", "👩‍👩‍👧", "🇩🇪🇫🇷", "👍🏽", "❤️", "a\u{200D}b", "①②③", "𝔘𝔫𝔦", "Ω≈ç√",
    ])
    func textsKeepTheirForm(_ text: String) {
        let replaced = values.texts.text(text)
        #expect(replaced != text)
        #expect(replaced.utf8.count == text.utf8.count)
        #expect(replaced.utf16.count == text.utf16.count)
        #expect(replaced.unicodeScalars.count == text.unicodeScalars.count)
        #expect(values.texts.text(text) == replaced)
        for (old, new) in zip(text.unicodeScalars, replaced.unicodeScalars) {
            #expect(old.properties.isWhitespace == new.properties.isWhitespace)
            if old.isASCII {
                #expect(new.isASCII)
                #expect(old.properties.isUppercase == new.properties.isUppercase)
                #expect(Character(old).isNumber == Character(new).isNumber)
                if !Character(old).isLetter, !Character(old).isNumber { #expect(old == new) }
            }
        }
    }

    @Test(arguments: ["", "   ", "---!", "\n\t"])
    func textsWithoutContentStay(_ text: String) {
        #expect(values.texts.text(text) == text)
    }

    /// An invisible character, or the kind of a space, can be a mark that identifies a person's copy of a text.
    @Test(arguments: [
        "a\u{200B}b", "\u{FEFF}", "a\u{2060}\u{2063}", "so\u{AD}ft", "\u{202E}abc\u{2066}", "❤\u{FE0F}", "葛\u{E0100}",
        "x\u{E0041}\u{E007F}", "\u{1}a\u{7F}\u{9B}", "\u{0}", "\u{115F}\u{3164}\u{180E}\u{034F}",
        "a\u{2009}b\u{202F}c\u{A0}d",
        " \u{85}\u{2028}",
    ])
    func invisibleCharactersDisappear(_ text: String) {
        let replaced = values.texts.text(text)
        #expect(replaced.utf8.count == text.utf8.count)
        for scalar in replaced.unicodeScalars where !scalar.isASCII || !scalar.properties.isWhitespace {
            #expect(!scalar.properties.isDefaultIgnorableCodePoint, "\(scalar.escaped(asASCII: true))")
            #expect(![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory))
            #expect(!scalar.properties.isWhitespace || scalar == "\u{A0}" || scalar == "\u{3000}")
        }
    }

    /// Otherwise, a number in a text could stay.
    @Test func noCharacterStaysAtItsPlace() {
        for number in 10..<1000 {
            let text = "Room \(number), Überlingen"
            for (old, new) in zip(text.unicodeScalars, values.texts.text(text).unicodeScalars)
            where ScalarAlphabet.of(ScalarAlphabet.folded(old.value).value) != nil { #expect(old != new) }
        }
    }

    /// The digits of a percent escape are replaced, so that a `%` before them could no longer be decoded.
    @Test(arguments: [
        "https://example.com/caf%C3%A9?q=a%20b%2Fc#%E6%97%A5", "file:///Users/anna/M%C3%BCller%20&%20S%C3%B6hne.pdf",
        "100%",
        "%zz", "a%F0%9F%91%8D",
    ])
    func percentEscapesDisappear(_ text: String) {
        let replaced = values.texts.text(text)
        #expect(values.texts.text(text) == replaced)
        #expect(replaced.utf8.count == text.utf8.count)
        #expect(URL(string: text) == nil || URL(string: replaced) != nil, "\(replaced)")
        #expect(!replaced.contains(#/%[0-9A-Fa-f]{2}/#), "\(replaced)")
    }

    @Test func variantsOfATextAreReplacedAlike() {
        let texts = values.texts
        let name = texts.text("anna-maria")
        #expect(texts.text("ANNA-MARIA") == name.uppercased())
        #expect(texts.text(" anna-maria\n") == " \(name)\n")
        #expect(texts.text("annamaria") == name.replacing("-", with: ""))
    }

    /// Short texts are the hardest to tell apart, because there are few others of their form.
    @Test func differentTextsHaveDifferentReplacements() {
        let letters = (0..<26).map { String(UnicodeScalar(UInt8(ascii: "a") + $0)) }
        #expect(Set(letters.map(values.texts.text)).count == 26)
        let numbers = (0..<1000).map { number in
            String(repeating: "0", count: 3 - String(number).count) + String(number)
        }
        let replaced = numbers.map(values.texts.text)
        #expect(Set(replaced).count == 1000)
        #expect(replaced.allSatisfy { $0.count == 3 && $0.allSatisfy(\.isNumber) })
        let pairs = letters.flatMap { first in letters.map { first + $0 } }
        #expect(Set(pairs.map(values.texts.text)).count == 676)
    }

    /// There can be more characters than an alphabet has, and more texts than combinations.
    @Test(arguments: [0x03B1...0x03C9, 0x0430...0x0451, 0x0621...0x064A, 0x1F600...0x1F64F] as [ClosedRange<UInt32>])
    func singleCharactersStayDifferent(_ range: ClosedRange<UInt32>) {
        let characters = range.compactMap { Unicode.Scalar($0) }.map { String($0) }
        let replaced = characters.map(values.texts.text)
        #expect(Set(replaced).count == characters.count)
        #expect(replaced.map(\.utf8.count) == characters.map(\.utf8.count))
    }

    /// All 23 letters and the reserve of 32 are used.
    @Test func moreTextsThanCombinationsAreReplaced() {
        let letters = (UInt32(0x0100)...0x0150).compactMap { Unicode.Scalar($0) }.map { String($0) }
        let replaced = letters.map(values.texts.text)
        #expect(Set(replaced).count == 23 + 32)
        #expect(letters.map(values.texts.text) == replaced)
    }

    @Test func uuidsAreReplacedAlikeInEveryForm() {
        let uuid = UUID()
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        let replaced = DigestGenerator.text(ofUUID: values.key.uuid(bytes))
        #expect(replaced != uuid.uuidString)
        #expect(values.texts.text(uuid.uuidString) == replaced)
        #expect(values.texts.text(uuid.uuidString.lowercased()) == replaced.lowercased())
        #expect(UUID(uuidString: replaced) != nil)
        let zero = [UInt8](repeating: 0, count: 16)
        #expect(values.key.uuid(zero) == zero)
        let other = [UInt8](repeating: 0xFF, count: 16)
        #expect(values.key.uuid(other) != other)
    }

    @Test func replacementsContainNoOtherText() {
        let originals = (100_000..<100_400).map(String.init)
        let starts = Set(originals.compactMap { TextReplacement.start(of: Array($0.utf8)) })
        let texts = TextReplacement(ReplacementKey(bytes: [4]), avoiding: starts)
        for text in originals {
            let replaced = texts.text(text + text)
            #expect(!originals.contains { replaced.contains($0) }, "\(replaced)")
        }
    }

    @Test func integersKeepSignDigitsAndWidth() {
        let numbers = values.numbers
        let samples: [Int64] = [
            1000, 9999, 32_766, 32_768, 99_999, 1_234_567, 2_147_483_646, 2_147_483_648, 9_999_999_999,
            999_999_999_999_999_999, 1_000_000_000_000_000_000, .max - 1, .max, 1, 9, 10, 99, 128, 32_767,
            2_147_483_647,
        ]
        for value in samples.flatMap({ [$0, -$0] }) + [.min, -32_768, -2_147_483_648] {
            let replaced = numbers.integer(value)
            #expect(replaced != value)
            #expect(String(replaced).count == String(value).count, "\(value)")
            #expect(replaced.signum() == value.signum())
            #expect((Int16(exactly: value) == nil) == (Int16(exactly: replaced) == nil), "\(value) \(replaced)")
            #expect((Int32(exactly: value) == nil) == (Int32(exactly: replaced) == nil), "\(value) \(replaced)")
        }
        #expect(numbers.integer(0) == 0)
        let dense = Int64(-10_000)..<40_000
        #expect(Set(dense.map { numbers.integer($0) }).count == dense.count)
        #expect(dense.allSatisfy { $0 == 0 || numbers.integer($0) != $0 })
        // An Int8 or UInt8 is stored like a larger integer.
        for limit in [Int64(127), 255] {
            let all = -limit - 1...limit
            let replaced = Set(all.map { numbers.integer($0, limit: limit) })
            #expect(replaced == Set(all))
        }
    }

    /// A random permutation would leave some numbers unchanged.
    @Test(arguments: [2, 3, 9, 64, 81, 90, 1000] as [UInt64])
    func permutationsLeaveNoNumberUnchanged(_ size: UInt64) {
        for key in 0..<20 {
            let key = ReplacementKey(bytes: [UInt8(key)])
            let replaced = (0..<size).map { key.permuted($0, below: size, tweak: 1) }
            #expect(Set(replaced) == Set(0..<size))
            #expect(zip(replaced, 0..<size).allSatisfy { $0 != $1 })
        }
    }

    /// The fraction of a date can identify a record in another system.
    @Test func fractionsOfDatesChangeInOrder() {
        let dates = (1..<1000).map { 700_000_000 + Double($0) / 1000 } + [-0.5, -1_000_000_000.25, 1e17, 1e300]
        let replaced = dates.map { values.numbers.date($0) }
        #expect(Set(replaced).count == dates.count)
        for (old, new) in zip(dates, replaced) {
            #expect(old != new)
            #expect(old > 1e15 || old - old.rounded(.down) != new - new.rounded(.down), "\(old)")
        }
        #expect(replaced.prefix(999).elementsEqual(replaced.prefix(999).sorted()))
        #expect(replaced[998] - replaced[0] < 1)
        // A date without a fraction has none afterwards, so days stay whole days apart.
        #expect(values.numbers.date(86_400 * 9) - values.numbers.date(86_400 * 2) == 86_400 * 7)
    }

    @Test(arguments: [12.5, -0.001, 48.137154, 1e300, 123_456_789.25])
    func numbersKeepTheirDigits(_ number: Double) {
        let replaced = values.numbers.real(number)
        #expect(replaced != number)
        #expect(replaced.sign == number.sign)
        #expect(log10(abs(replaced / number)).magnitude <= 1)
        #expect(values.numbers.real(0) == 0)
        #expect(values.numbers.real(.infinity) == .infinity)
        let float = values.numbers.real(Double(Float(0.1)), isFloat: true)
        #expect(Double(Float(float)) == float)
    }

    /// If a number has many digits, other digits can round to the same number.
    @Test func differentFloatsStayDifferent() {
        var generator = DigestGenerator(state: 5)
        var floats: Set<Float> = [
            .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNonzeroMagnitude * 2, 3.4e38, 16_777_216, 0.1,
        ]
        // Adjacent numbers, and numbers of every magnitude.
        for start: Float in [1, 16_777_216, .leastNormalMagnitude, 3.4e38, 0.001] {
            var next = start
            for _ in 0..<800 {
                floats.insert(next)
                next = next.nextDown
            }
        }
        while floats.count < 8000 {
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            if float.isFinite { floats.insert(float) }
        }
        var replaced: Set<Double> = []
        for float in floats {
            let new = values.numbers.real(Double(float), isFloat: true)
            #expect(Double(Float(new)) == new && new.isFinite)
            #expect((new == 0) == (float == 0) && new.sign == float.sign)
            replaced.insert(new)
        }
        #expect(replaced.count == floats.count)
        let doubles = Set(
            floats.map { Double($0) * 1.000_000_1 } + [
                .greatestFiniteMagnitude, 1.7e308, .leastNonzeroMagnitude, .leastNonzeroMagnitude * 2,
            ])
        #expect(Set(doubles.map { values.numbers.real($0) }).count == doubles.count)
    }

    /// A default stays, so no other number gets it as its replacement.
    @Test func replacementsDifferFromKeptNumbers() throws {
        func replaced(_ cells: [SQLiteValue], _ attribute: Attribute) throws -> Set<SQLiteValue> {
            var column = ColumnReplacement(
                name: "ZAMOUNT", subject: "Note.amount", rule: .attribute(attribute), kept: KeptValues([attribute]),
                values)
            var replaced: Set<SQLiteValue> = []
            for cell in cells { replaced.insert(try column.cell(cell, values)) }
            return replaced
        }
        let integer = Attribute(name: "amount", type: .int64, defaultValue: .integer(5000))
        #expect(try replaced((1000..<10_000).map { .integer($0) }, integer).count == 9000)
        let real = Attribute(name: "amount", type: .double, defaultValue: .double(1))
        #expect(try replaced((1...9).map { .real(Double($0)) }, real).count == 9)
    }

    @Test func numbersCloseToTheLimitsAreReplaced() {
        let greatest = Double.greatestFiniteMagnitude
        for value in [greatest, -greatest, .leastNormalMagnitude] { #expect(values.numbers.real(value) != value) }
        let float = Double(Float.greatestFiniteMagnitude)
        for value in [float, -float] { #expect(values.numbers.real(value, isFloat: true) != value) }
        #expect(values.numbers.real(-0.0) == 0)
        for digits in 10..<90 {
            let value = Double(digits) * 2e306
            #expect(values.numbers.real(value).isFinite)
            #expect(values.numbers.real(Double(Float(digits) * .leastNonzeroMagnitude), isFloat: true) != 0)
        }
    }

    /// A decimal number in JSON can have 38 digits.
    @Test(arguments: [
        "123456789012345678901234567890123456.78", "0.100000000000000000000000000000000001", "1234567890123456789012e7",
    ])
    func allDigitsOfLongNumbersAreReplaced(_ text: String) {
        let replaced = values.numbers.number(text)
        #expect(replaced.count == text.count && replaced.last != "0")
        #expect(replaced.prefix(18) != text.prefix(18) && replaced.dropFirst(18) != text.dropFirst(18))
        #expect(values.numbers.number("-" + text) == "-" + replaced)
    }

    /// No replacement ends with a 0 that the original doesn't have, so it isn't equal to a shorter one.
    @Test func differentNumbersStayDifferent() {
        let numbers: [Double] = (1..<1000).flatMap { whole -> [Double] in
            let number = Double(whole)
            return [number, number / 10, number / 100]
        }
        #expect(Set(numbers.map { values.numbers.real($0) }).count == Set(numbers).count)
    }

    private static let shapes: [(String, ValueShape)] = [
        (#"["Anna Weber","b","a"]"#, .array(.scalar("String"))),
        (#"{"Anna Weber":["x"]}"#, .dictionary(key: .scalar("String"), value: .array(.scalar("String")))),
        (#"{"left":{}}"#, .enumeration([.init(name: "left"), .init(name: "right")])),
        (
            #"{"name":"Anna Weber","next":{"name":"b","next":null}}"#,
            .structure([
                .init(name: "name", shape: .scalar("String")), .init(name: "next", shape: .optional(.recursion(0))),
            ])
        ), ("not JSON, but Anna Weber", .array(.scalar("String"))),
    ]

    /// Encoded values become samples of the declared type, whatever they contain.
    @Test(arguments: shapes) func encodedValuesBecomeSamples(_ text: String, _ shape: ValueShape) throws {
        let attribute = Attribute(name: "value", type: .binary, shape: shape)
        let replaced = values.sample(of: attribute, insteadOf: Array(text.utf8))
        #expect(replaced == values.sample(of: attribute, insteadOf: Array(text.utf8)))
        let json = String(decoding: replaced, as: UTF8.self)
        #expect(!json.contains("Anna") && !json.contains("Weber"), "\(json)")
        let value = try JSONSerialization.jsonObject(with: Data(replaced), options: .fragmentsAllowed)
        if case .array = shape {
            #expect(value is [Any], "\(json)")
        } else {
            #expect(value is [String: Any], "\(json)")
        }
        #expect(values.sample(of: attribute, insteadOf: []) == [])
    }

    @Test func archivesBecomeSamples() throws {
        let attribute = Attribute(
            name: "tags", type: .transformable, valueClassName: "Array<String>",
            valueTransformerName: "NSSecureUnarchiveFromData", shape: .array(.scalar("String")))
        let original = EncodedValueArchive.archive(of: Array(#"["Anna Weber"]"#.utf8))
        let content = try #require(EncodedValueArchive.content(of: values.sample(of: attribute, insteadOf: original)))
        let tags = try JSONDecoder().decode([String].self, from: Data(content))
        #expect(!tags.isEmpty && !tags.contains { $0.contains("Anna") })
        // Without a declared type, the value is empty.
        let unknown = Attribute(name: "cover", type: .transformable)
        #expect(EncodedValueArchive.content(of: values.sample(of: unknown, insteadOf: original)) == [])
    }

    @Test func dataThatAnAppMayDecodeBecomesEmpty() {
        #expect(values.data(Array(#"{"name":"Anna"}"#.utf8)) == Array("{}".utf8))
        #expect(values.data(Array(#"["Anna"]"#.utf8)) == Array("[]".utf8))
        let archive = EncodedValueArchive.archive(of: Array("Anna".utf8))
        #expect(EncodedValueArchive.content(of: values.data(archive)) == [])
        let bytes = Array("[ an image of Anna".utf8)
        #expect(values.data(bytes).count == bytes.count && values.data(bytes) != bytes)
    }

    /// The name of a value's class comes from the store.
    @Test func deepTypesAreUnknown() {
        func array(_ depth: Int) -> String {
            String(repeating: "Array<", count: depth) + "Int" + String(repeating: ">", count: depth)
        }
        #expect(ValueShape(typeText: array(2)) == .array(.array(.scalar("Int"))))
        #expect(ValueShape(typeText: array(2000)) == nil)
    }

    @Test func keysDiffer() {
        let others = (0..<8).map { ValueReplacement(ReplacementKey(bytes: [$0])).texts.text("Anna Weber") }
        #expect(Set(others).count == 8)
        #expect(
            ValueReplacement(ReplacementKey()).texts.text("Anna Weber")
                != ValueReplacement(ReplacementKey()).texts.text("Anna Weber"))
    }
}
