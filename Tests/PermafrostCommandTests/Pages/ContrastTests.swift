import Foundation
import PermafrostTestSupport
import Testing

/// The colors in a page's style.
@Suite struct ContrastTests {
    /// Pairs of text and background colors.
    static let texts = [
        ("ink", "page"), ("ink", "panel"), ("ink", "faint"), ("ink", "mark"), ("ink", "code"), ("ink", "good-back"),
        ("ink", "warning-back"), ("ink", "error-back"), ("ink", "neutral-back"), ("quiet", "page"), ("quiet", "panel"),
        ("quiet", "faint"), ("quiet", "mark"), ("link", "page"), ("link", "panel"), ("good", "panel"),
        ("good", "good-back"), ("warning", "panel"), ("warning", "warning-back"), ("error", "panel"),
        ("error", "error-back"), ("neutral", "neutral-back"), ("neutral", "panel"),
    ]
    /// Pairs of colors for lines or marks and their background.
    static let marks = [("edge", "panel"), ("edge", "page"), ("good", "page"), ("warning", "page"), ("error", "page")]

    /// Returns the colors of the style's themes.
    private static func themes() throws -> [[String: String]] {
        let folder = try Tool.copy(of: "Users")
        let page = try Tool.run("report", "--output", "-", in: folder).output
        return page.split(separator: "color-scheme:").dropFirst().map { part in
            let values = part.prefix { $0 != "}" }.split(separator: ";").map { $0.split(separator: ":") }
            return Dictionary(
                values.filter { $0.count == 2 && $0[0].hasPrefix("--") && $0[1].hasPrefix("#") }.map {
                    (String($0[0].dropFirst(2)), String($0[1].dropFirst()))
                }
            ) { first, _ in first }
        }.filter { !$0.isEmpty }
    }

    /// Returns the relative luminance of a color in hexadecimal digits, as defined by WCAG 2.2.
    private static func luminance(_ colour: String) -> Double {
        let digits = colour.count == 3 ? colour.map { "\($0)\($0)" }.joined() : colour
        let number = Int(digits, radix: 16) ?? 0
        return [(16, 0.2126), (8, 0.7152), (0, 0.0722)].reduce(0) { sum, part in
            let value = Double(number >> part.0 & 255) / 255
            return sum + part.1 * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
        }
    }

    @Test func everyPairIsReadable() throws {
        let themes = try Self.themes()
        #expect(themes.count == 3, "light, dark by the system, dark by choice")
        for theme in themes {
            for (pairs, least) in [(Self.texts, 4.5), (Self.marks, 3)] {
                for (front, back) in pairs {
                    let colours = try (#require(theme[front]), #require(theme[back]))
                    let values = [Self.luminance(colours.0), Self.luminance(colours.1)].sorted()
                    let ratio = (values[1] + 0.05) / (values[0] + 0.05)
                    #expect(ratio >= least, "\(front) on \(back): \(colours), \(ratio)")
                }
            }
        }
    }
}
