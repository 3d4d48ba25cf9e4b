import Foundation
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// The dates that fixtures record.
@Suite struct FreezeDateTests {
    /// The first and last valid second, leap days, ends of days and years, and a year that isn't a leap year.
    @Test(arguments: [
        0, 1, 59, 3600, 86_399, 86_400, 951_782_400, 951_868_799, 951_868_800, 1_700_000_000, 1_767_225_599,
        1_767_225_600, 4_107_542_399, 4_107_542_400, 253_402_300_799,
    ])
    func theTextIsInISO8601(seconds: Int64) throws {
        let text = try FreezeDate.text(["SOURCE_DATE_EPOCH": "\(seconds)"])
        #expect(text == Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601))
    }

    @Test(arguments: [[:], ["SOURCE_DATE_EPOCH": ""]])
    func withoutATimeTheCurrentOneIsRecorded(environment: [String: String]) throws {
        let before = Date().formatted(.iso8601)
        let text = try FreezeDate.text(environment)
        #expect((before...Date().formatted(.iso8601)).contains(text))
    }

    @Test(arguments: ["-1", "253402300800", "1.5", "now"])
    func otherTimesAreRejected(text: String) {
        #expect(throws: FreezeDate.Invalid.self) { try FreezeDate.text(["SOURCE_DATE_EPOCH": text]) }
    }
}
