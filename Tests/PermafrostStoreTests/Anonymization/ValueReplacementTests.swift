import Foundation
import PermafrostModel
import Testing

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

    @Test(arguments: [
        "https://example.com/caf%C3%A9?q=a%20b%2Fc#%E6%97%A5", "file:///Users/anna/M%C3%BCller%20&%20S%C3%B6hne.pdf",
        "https://example.com/%41nna", "https://example.com/M%FCller%c3", "a%F0%9F%91%8D", "%", "100%", "5%2", "%zz",
        "%C3", "%E6%97", "%ED%A0%80", "%C0%AF", "%FF%FE",
    ])
    func percentEscapesStayValid(_ text: String) throws {
        let replaced = values.texts.text(text)
        #expect(values.texts.text(text) == replaced)
        #expect(replaced.utf8.count == text.utf8.count)
        #expect((URL(string: replaced) == nil) == (URL(string: text) == nil), "\(replaced)")
        let (old, new) = (text.removingPercentEncoding, replaced.removingPercentEncoding)
        // An escape is replaced like its character.
        if let old { #expect(new == values.texts.text(old), "\(replaced)") }
        #expect(zip(text.utf8, replaced.utf8).allSatisfy { ($0 == 0x25) == ($1 == 0x25) }, "\(replaced)")
    }

    /// Different random texts of escapes and characters have different, valid replacements.
    @Test func textsWithEscapesStayDifferent() {
        var generator = SampleRows.SampleGenerator(state: 11)
        let parts = ["%C3%BC", "%20", "%2F", "a", "7", "%", "%E6%97%A5", "/", "ü", "%F0%9F%98%80", "%D0%BF", "x%41"]
        var originals: Set<String> = []
        for _ in 0..<2000 {
            let length = 8 + Int(generator.next() % 8)
            originals.insert((0..<length).map { _ in parts[Int(generator.next() % UInt64(parts.count))] }.joined())
        }
        let replaced = originals.map(values.texts.text)
        #expect(Set(replaced).count == originals.count)
        for (old, new) in zip(originals, replaced) {
            #expect(old.utf8.count == new.utf8.count)
            #expect(old.removingPercentEncoding == nil || new.removingPercentEncoding != nil, "\(old) \(new)")
        }
    }

    @Test func formsOfATextStayRelated() {
        let texts = values.texts
        let name = texts.text("anna-maria")
        #expect(texts.text("ANNA-MARIA") == name.uppercased())
        #expect(texts.text(" anna-maria\n") == " \(name)\n")
        #expect(texts.text("annamaria") == name.replacing("-", with: ""))
        #expect(texts.text("müller").uppercased() == texts.text("MÜLLER"))
    }

    /// Short texts are the hardest to tell apart, because there are few others of their form.
    @Test func differentTextsStayDifferent() {
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

    /// A script can have more characters than its alphabet, and more texts than combinations.
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
        let replaced = SampleRows.SampleGenerator.text(ofUUID: values.key.uuid(bytes))
        #expect(replaced != uuid.uuidString)
        #expect(values.texts.text(uuid.uuidString) == replaced)
        #expect(values.texts.text(uuid.uuidString.lowercased()) == replaced.lowercased())
        #expect(UUID(uuidString: replaced) != nil)
        let zero = [UInt8](repeating: 0, count: 16)
        #expect(values.key.uuid(zero) == zero)
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
            999_999_999_999_999_999, 1_000_000_000_000_000_000, .max - 1,
        ]
        for value in samples.flatMap({ [$0, -$0] }) {
            let replaced = numbers.integer(value)
            #expect(String(replaced).count == String(value).count, "\(value)")
            #expect(replaced.signum() == value.signum())
            #expect((Int16(exactly: value) == nil) == (Int16(exactly: replaced) == nil), "\(value) \(replaced)")
            #expect((Int32(exactly: value) == nil) == (Int32(exactly: replaced) == nil), "\(value) \(replaced)")
        }
        let dense = Int64(1000)..<10_000
        #expect(Set(dense.map { numbers.integer($0) }).count == dense.count)
        #expect(dense.count { numbers.integer($0) == $0 } < 30)
        for value in [0, Int64.max, .min, 32_767, -32_768, 2_147_483_647] { #expect(numbers.integer(value) == value) }
    }

    @Test func smallIntegersAreExchanged() {
        let exchange = values.numbers.exchange([-2, 0, 1, 2, 3, 4, 5, 900], keeping: [3])
        #expect(Set(exchange.keys) == [-2, 1, 2, 4, 5, 900])
        #expect(Set(exchange.values) == Set(exchange.keys))
        #expect(values.numbers.integer(3, small: exchange) == 3)
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
        var generator = SampleRows.SampleGenerator(state: 5)
        var floats: Set<Float> = [
            .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNonzeroMagnitude * 2, 3.4e38, 16_777_216, 0.1,
        ]
        // Adjacent numbers, and numbers of every magnitude.
        for start: Float in [1, 16_777_216, .leastNormalMagnitude, 3.4e38, 0.001] {
            var next = start
            for _ in 0..<3000 {
                floats.insert(next)
                next = next.nextDown
            }
        }
        while floats.count < 40_000 {
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

    @Test func limitsOfRealNumbersStay() {
        let greatest = Double.greatestFiniteMagnitude
        for value in [greatest, -greatest, .leastNonzeroMagnitude] { #expect(values.numbers.real(value) == value) }
        let float = Double(Float.greatestFiniteMagnitude)
        for value in [float, -float] { #expect(values.numbers.real(value, isFloat: true) == value) }
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

    private static let texts: [(String, ValueShape?)] = [
        (#"["a","b","a"]"#, ValueShape.array(.scalar("String"))),
        (#" [ 1.50 , true , null , -2e3 ] "#, nil),
        (#"{"key":["x"]}"#, .dictionary(key: .scalar("String"), value: .array(.scalar("String")))),
        (#"["k",1,"l",2]"#, .dictionary(key: .scalar("Key"), value: .scalar("Int"))),
        (#"{"left":{}}"#, .enumeration([.init(name: "left"), .init(name: "right")])),
        (
            #"{"amari":{"_0":"Campari"}}"#,
            .enumeration([
                .init(name: "amari", associatedValues: [.init(name: "_0", shape: .scalar("String"))])
            ])
        ),
        (
            #"{"name":"a","next":{"name":"b","next":null}}"#,
            .structure([
                .init(name: "name", shape: .scalar("String")),
                .init(name: "next", shape: .optional(.recursion(0))),
            ])
        ), (#""quoted \"text\" \\ \n""#, .scalar("String")), ("{}", nil), ("[]", nil),
    ]

    @Test("JSON keeps its structure", arguments: texts)
    func json(_ text: String, _ shape: ValueShape?) throws {
        let replaced = try #require(try JSONReplacement.json(Array(text.utf8), shape: shape, values))
        let old = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        let new = try JSONSerialization.jsonObject(with: Data(replaced), options: .fragmentsAllowed)
        func form(_ value: Any) -> String {
            switch value {
            case let text as String: "\(text.utf8.count)"
            case let array as [Any]: "[\(array.map(form).joined(separator: ","))]"
            case let object as [String: Any]:
                "{\(object.map { "\($0.key.count):\(form($0.value))" }.sorted().joined(separator: ","))}"
            default: value is NSNull ? "null" : "number"
            }
        }
        #expect(form(old) == form(new), "\(String(decoding: replaced, as: UTF8.self))")
        for name in ["left", "amari", "_0", "name", "next"] where text.contains("\"\(name)\"") {
            #expect(String(decoding: replaced, as: UTF8.self).contains("\"\(name)\""))
        }
        for value in ["Campari", "\"key\"", "\"x\"", "\"a\""] where text.contains(value) {
            #expect(!String(decoding: replaced, as: UTF8.self).contains(value))
        }
    }

    private static let unknownKeys: [(String, ValueShape?)] = [
        (#"{"anything":1}"#, nil), (#"[{"x":1}]"#, .array(.scalar("Thing"))),
        (#"{"other":{}}"#, .enumeration([.init(name: "left")])),
        (#"{"name":1,"extra":2}"#, .structure([.init(name: "name", shape: .scalar("Int"))])),
    ]

    @Test(arguments: unknownKeys)
    func keysThatMayBeValuesAreRefused(_ text: String, _ shape: ValueShape?) {
        #expect(throws: ValueReplacement.Opaque.self) {
            try JSONReplacement.json(Array(text.utf8), shape: shape, values)
        }
    }

    /// The name of a value's class comes from the store.
    @Test func deepTypesAreUnknown() {
        func array(_ depth: Int) -> String {
            String(repeating: "Array<", count: depth) + "Int" + String(repeating: ">", count: depth)
        }
        #expect(ValueShape(typeText: array(2)) == .array(.array(.scalar("Int"))))
        #expect(ValueShape(typeText: array(2000)) == nil)
    }

    @Test func archivesKeepTheirObjects() throws {
        let objects: [Any] = [
            NSString("Anna Weber"), NSNumber(value: 271_828), NSDate(timeIntervalSinceReferenceDate: 700_000_000),
            NSString("Anna Weber"), Data([1, 2, 3]) as NSData,
        ]
        let bytes = Array(
            try NSKeyedArchiver.archivedData(withRootObject: objects as NSArray, requiringSecureCoding: false))
        let replaced = try ArchiveReplacement(values, shape: nil).archive(bytes)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self],
                from: Data(replaced)) as? [Any])
        #expect(read.count == objects.count)
        let (first, second) = (try #require(read[0] as? String), read[3] as? String)
        #expect(first == second && first != "Anna Weber" && first.count == 10)
        #expect((read[1] as? NSNumber)?.intValue != 271_828)
        #expect(
            (read[2] as? NSDate)?.timeIntervalSinceReferenceDate == 700_000_000 + values.numbers.dateShift)
        #expect((read[4] as? Data)?.count == 3)
    }

    @Test func archivesInArchivesAreLimited() throws {
        var archive = Array(#"["Anna Weber"]"#.utf8)
        for _ in 0..<3 { archive = EncodedValueArchive.archive(of: archive) }
        var replaced = try ArchiveReplacement(values, shape: nil).archive(archive)
        for _ in 0..<3 { replaced = try #require(EncodedValueArchive.content(of: replaced)) }
        let name = try JSONDecoder().decode([String].self, from: Data(replaced))
        #expect(name.map(\.count) == [10] && name != ["Anna Weber"])
        for _ in 0..<40 { archive = EncodedValueArchive.archive(of: archive) }
        #expect(throws: ValueReplacement.Opaque.self) { try ArchiveReplacement(values, shape: nil).archive(archive) }
    }

    @Test func unknownClassesAreRefused() throws {
        let plain = BinaryPropertyListWriter.encode(.dictionary([.init("secret", .string("text"))]))
        var writer = KeyedArchiveWriter()
        let root = writer.scalar(
            .dictionary([.init("$classname", .string("NSArray")), .init("$classes", .string("secret text"))]))
        let text = BinaryPropertyListWriter.encode(writer.archive(root: root))
        for bytes in [plain, text, Array("bplist00".utf8), Array("bplist00".utf8) + [UInt8](repeating: 0, count: 64)] {
            #expect(throws: ValueReplacement.Opaque.self) { try ArchiveReplacement(values, shape: nil).archive(bytes) }
        }
    }

    @Test func keysDiffer() {
        let others = (0..<8).map { ValueReplacement(ReplacementKey(bytes: [$0])).texts.text("Anna Weber") }
        #expect(Set(others).count == 8)
        #expect(
            ValueReplacement(ReplacementKey()).texts.text("Anna Weber")
                != ValueReplacement(ReplacementKey()).texts.text("Anna Weber"))
    }
}
