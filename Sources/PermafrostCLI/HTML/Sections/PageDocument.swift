import Foundation
import PermafrostFixtures
import PermafrostModel

/// The HTML document of a page. It has a head with a content security policy that blocks all requests, the page's
/// sections, and a script.
struct PageDocument {
    let markup: String

    init(_ page: ReportPage) {
        var writer = HTMLWriter()
        writer.own("<!doctype html>\n")
        writer.element("html", [("lang", "en")]) { html in
            html.element("head") { Self.writeHead(page, to: &$0) }
            html.line()
            html.element("body") { Self.writeBody(page, to: &$0) }
        }
        writer.line()
        markup = writer.markup
    }

    /// The page's content security policy. Nothing can be loaded, except images in `data:` URLs. Only the page's own
    /// style and script are allowed, which are identified by their digests.
    static let policy = [
        "default-src 'none'", "style-src '\(digest(PageTexts.style))'", "script-src '\(digest(PageTexts.script))'",
        "img-src data:", "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")

    private static func digest(_ text: String) -> String {
        "sha256-" + Data(Digest.sha256(Array(text.utf8))).base64EncodedString()
    }

    private static func writeHead(_ page: ReportPage, to head: inout HTMLWriter) {
        head.open("meta", [("charset", "utf-8")])
        head.open("meta", [("http-equiv", "Content-Security-Policy"), ("content", policy)])
        head.open("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")])
        head.open("meta", [("name", "color-scheme"), ("content", "light dark")])
        head.open("meta", [("name", "referrer"), ("content", "no-referrer")])
        head.open("meta", [("name", "generator"), ("content", page.generator)])
        // If the page has no icon, browsers request one from its server.
        head.open("link", [("rel", "icon"), ("href", "data:,")])
        head.element("title", page.title + " · Permafrost")
        head.line()
        head.element("style") { $0.own(PageTexts.style) }
    }

    private static func writeBody(_ page: ReportPage, to body: inout HTMLWriter) {
        let sections = PageSections(page)
        body.element("a", [("class", "skip"), ("href", "#main")], "Skip to the content")
        body.element("header", class: "bar") { writeBar(page, to: &$0) }
        body.line()
        body.element("nav", [("class", "contents"), ("aria-label", "Contents")]) { nav in
            nav.element("ul") { list in
                for section in sections.all {
                    list.element("li") { item in
                        item.element("a", [("href", section.anchor.link)]) { link in
                            link.text(section.title)
                            if let count = section.count { link.element("span", class: "count", "\(count)") }
                        }
                    }
                }
            }
        }
        body.line()
        body.element("main", [("id", "main"), ("tabindex", "-1")]) { main in
            if !page.notices.isEmpty {
                main.element("div", class: "notices") { notices in
                    for notice in page.notices { Self.write(notice, to: &notices) }
                }
            }
            for section in sections.all {
                main.line()
                main.element("section", [("id", section.anchor.id), ("class", "part")]) { part in
                    part.element("h2", section.title)
                    section.write(&part)
                }
            }
        }
        body.line()
        body.element("footer", class: "foot") { foot in
            foot.element("p", page.generator)
            foot.element("p", class: "needs-script keys") { keys in
                for (key, meaning) in Self.keys {
                    keys.element("kbd", key)
                    keys.text(" \(meaning)  ")
                }
            }
        }
        body.line()
        DiagramMarks.write(to: &body)
        body.element("script", [("type", "application/json"), ("id", "pairs")]) {
            $0.own(PairData(page.chapters).text)
        }
        body.line()
        body.element("script") { $0.own(PageTexts.script) }
    }

    private static let keys = [
        ("/", "search"), ("[", "earlier step"), ("]", "later step"), ("t", "light or dark"), ("Esc", "leave"),
    ]

    private static func writeBar(_ page: ReportPage, to bar: inout HTMLWriter) {
        bar.element("div", class: "brand") { brand in
            DiagramMarks.writeEmblem(to: &brand)
            brand.element("h1", page.title)
        }
        bar.element("div", class: "tools needs-script") { tools in
            tools.element("div", [("class", "search"), ("role", "search")]) { search in
                search.open(
                    "input",
                    [
                        ("id", "query"), ("type", "search"), ("placeholder", "Search models, properties, findings"),
                        ("aria-label", "Search"), ("autocomplete", "off"), ("spellcheck", "false"),
                        ("aria-controls", "hits"),
                    ])
                search.element("kbd", "/")
                search.element("ul", [("id", "hits"), ("aria-live", "polite")]) { _ in }
            }
            tools.element("button", [("id", "theme"), ("type", "button"), ("aria-label", "Light or dark")], "◐")
        }
    }

    private static func write(_ notice: ReportPage.Notice, to notices: inout HTMLWriter) {
        notices.element("div", [("class", "notice \(notice.tone.rawValue)"), ("role", "note")]) { box in
            box.element("p", notice.text)
            if !notice.output.isEmpty { box.element("pre", notice.output.joined(separator: "\n")) }
        }
    }
}

extension ReportPage {
    /// The contents of the page's file. Equal pages have the same bytes.
    var bytes: [UInt8] { Array(PageDocument(self).markup.utf8) }
}
