import Foundation
import PermafrostTestSupport
import Testing

/// The page of `permafrost report` in a browser.
@Suite(.enabled(if: Browser.program != nil, Browser.missing), .serialized) struct BrowserTests {
    /// The pages of a project with four versions, one of them drifted, and of one of its stores. They are created once
    /// and only read.
    private static let pages = Result {
        let folder = try Tool.copy(of: "Posts")
        Tool.removeAtExit(folder.url)
        _ = try Tool.run("freeze", "--all", in: folder)
        try folder.edit("Sources/Posts/PostsSchemaV1.swift", "var title: String\n", "var title: String?\n")
        let project = try report(in: folder)
        let store = try Tool.run(
            "report", "Fixtures/1.0.0/App-1_0_0.sqlite", "--rows", "--output", "store.html", in: folder)
        try #require(store.status == 0, "\(store)")
        return (folder: folder, project: project, store: folder.url.appending(path: "store.html"))
    }

    private static func page() throws -> URL { try pages.get().project }

    private static func report(in folder: ScratchFolder) throws -> URL {
        let result = try Tool.run("report", in: folder)
        try #require(result.status == 0, "\(result)")
        return folder.url.appending(path: "permafrost-report.html")
    }

    @Test func thePageHasNoErrorsAndMakesNoRequests() throws {
        let pages = try Self.pages.get()
        let browser = try Browser.shared()
        for page in [pages.project, pages.store] {
            try browser.open(page)
            #expect(browser.complaints.isEmpty, "\(browser.complaints)")
            let foreign = browser.requests.filter { !$0.hasPrefix("data:") && $0 != page.absoluteString }
            #expect(foreign.isEmpty)
            #expect(try browser.value("document.documentElement.dataset.ready===''") == "true")
        }
    }

    @Test(arguments: [
        "fetch('https://permafrost.invalid/')", "fetch('data:text/plain,x')", "import('data:text/javascript,1')",
        "new Promise((r,f)=>{const i=new Image();i.onload=r;i.onerror=f;i.src='https://permafrost.invalid/a.png'})",
        "new Promise((r,f)=>{const s=document.createElement('script');s.textContent='window.foreign=1';"
            + "document.body.append(s);window.foreign?r():f()})",
    ])
    func theContentPolicyPreventsRequests(_ request: String) throws {
        let file = try Self.page()
        let browser = try Browser.shared()
        try browser.open(file)
        #expect(try browser.value("(\(request)).then(()=>'went',()=>'forbidden')") == "forbidden")
        #expect(!browser.requests.contains { $0.hasPrefix("http") })
    }

    @Test func searchFiltersAndOpensAMatch() throws {
        let file = try Self.page()
        let browser = try Browser.shared()
        try browser.open(file)
        try browser.press("/")
        for letter in ["s", "l", "u", "g"] { try browser.press(letter) }
        let found = try browser.value("[...document.querySelectorAll('#hits a span')].map(e=>e.textContent)")
        #expect(found == "Post.slug")
        try browser.press("Enter")
        #expect(try browser.value("decodeURIComponent(location.hash)") == "#4.0.0/Post/slug")
        #expect(try browser.value("document.querySelector('#hits').classList.contains('on')") == "false")
        try browser.press("/")
        for letter in ["z", "q"] { try browser.press(letter) }
        #expect(try browser.value("document.querySelector('#hits').textContent") == "Nothing found")
        try browser.press("Escape")
        #expect(try browser.value("document.activeElement.id==='query'") == "false")
    }

    /// A link, and the text of its target.
    static let links = [
        ("4.0.0/Post/slug", "slug"), ("4.0.0/Post", "Post"), ("1.0.0/Post/title", "title"), ("2.0.0/Post/body", "body"),
        ("2.0.0...3.0.0", "2.0.0 → 3.0.0"), ("3.0.0", "3.0.0"), ("findings", "Findings"),
    ]

    @Test(arguments: links) func aDeepLinkShowsItsPlace(anchor: String, text: String) throws {
        let file = try Self.page()
        let browser = try Browser.shared()
        try browser.open(file, at: anchor, .init(height: 700))
        let focused = try browser.value("document.activeElement.textContent")
        #expect(focused.hasPrefix(text), "\(focused.prefix(80))")
        let top = try #require(Double(try browser.value("document.activeElement.getBoundingClientRect().top")))
        #expect(top >= 0 && top < 660, "\(top)")
        // No collapsed element hides it.
        #expect(try browser.value("document.activeElement.getClientRects().length>0") == "true")
    }

    /// The line of a timeline connects its versions.
    @Test(arguments: [(true, "none"), (false, "block")])
    func aSingleVersionHasNoTimeline(isAlone: Bool, display: String) throws {
        let folder = try Tool.copy(of: "Users")
        for name in isAlone ? ["UsersMigrationPlan", "UsersSchemaV2", "UsersSchemaV3"] : [] {
            try FileManager.default.removeItem(atPath: folder.path("Sources/Users/\(name).swift"))
        }
        _ = try Tool.run("report", in: folder)
        let browser = try Browser.shared()
        try browser.open(folder.url.appending(path: "permafrost-report.html"))
        let line = "getComputedStyle(document.querySelector('.timeline>li'),'::before').display"
        #expect(try browser.value(line) == display)
    }

    @Test func keysStepThroughDifferencesAndTurnTheColours() throws {
        let file = try Self.page()
        let browser = try Browser.shared()
        try browser.open(file, .init(height: 600))
        let shown =
            "[...document.querySelectorAll('.pair')].findIndex(p=>Math.abs(p.getBoundingClientRect().top-72)<14)"
        try browser.press("]")
        #expect(try browser.value(shown) == "0")
        try browser.press("]")
        #expect(try browser.value(shown) == "1")
        try browser.press("[")
        #expect(try browser.value(shown) == "0")
        let colour = "getComputedStyle(document.body).backgroundColor"
        let before = try browser.value(colour)
        try browser.press("t")
        #expect(try browser.value(colour) != before)
        // The tab key first reaches the link that skips the contents.
        try browser.open(file)
        try browser.press("Tab")
        #expect(try browser.value("document.activeElement.className") == "skip")
    }

    @Test func versionsThatAreNotNeighborsAreCompared() throws {
        let file = try Self.page()
        let browser = try Browser.shared()
        try browser.open(file)
        try browser.value("document.querySelector('.choice').scrollIntoView({block:'center'})")
        try browser.click(".choice button")
        #expect(try browser.value("document.querySelector('.chosen .names').textContent") == "1.0.0 → 4.0.0")
        #expect(try browser.value("document.querySelectorAll('.chosen .sides tbody tr').length>3") == "true")
        #expect(browser.complaints.isEmpty)
    }

    @Test func aClickFocusesAnEntityAndItsNeighbors() throws {
        let file = try Self.page()
        let browser = try Browser.shared()
        try browser.open(file, at: "diagram")
        try browser.click(".n[data-n=Author] .h")
        #expect(try browser.value("document.querySelector('.n.at').dataset.n") == "Author")
        let lit = "[...document.querySelectorAll('.drawing[open] .n.on')].map(n=>n.dataset.n).sort()"
        #expect(try browser.value(lit) == "Author,Post")
        try browser.press("Escape")
        #expect(try browser.value(lit) == "")
        let width = "document.querySelector('.drawing[open] svg').getAttribute('width')"
        let before = try #require(Double(try browser.value(width)))
        try browser.value("document.querySelector('.drawing[open] [data-zoom=in]').click()")
        #expect(try #require(Double(try browser.value(width))) > before)
    }

    @Test(arguments: [400, 1400], [false, true]) func nothingIsWiderThanTheWindow(width: Int, isDark: Bool) throws {
        let pages = try Self.pages.get()
        let browser = try Browser.shared()
        for page in [pages.project, pages.store] {
            try browser.open(page, .init(width: width, isDark: isDark))
            try browser.value("document.querySelectorAll('details').forEach(d=>d.open=true)")
            #expect(try browser.value("document.documentElement.scrollWidth") == "\(width)")
            let faint = try browser.value(Self.faintTexts)
            #expect(faint == "", "\(faint)")
        }
    }

    /// The texts whose contrast with their background is below 4.5 to 1.
    private static let faintTexts = """
        (()=>{const parts=c=>c.match(/[\\d.]+/g).map(Number),light=c=>{const[r,g,b]=parts(c).map(v=>v/255)
        .map(v=>v<=.04045?v/12.92:((v+.055)/1.055)**2.4);return .2126*r+.7152*g+.0722*b};
        const behind=e=>{for(;e;e=e.parentElement){const c=getComputedStyle(e).backgroundColor;
        if((parts(c)[3]??1)>.99)return c}return 'rgb(255,255,255)'};const found=new Set();
        const walk=document.createTreeWalker(document.body,NodeFilter.SHOW_TEXT);
        while(walk.nextNode()){const e=walk.currentNode.parentElement;
        if(!walk.currentNode.data.trim()||e.closest('svg,script,style,option')||!e.getClientRects().length)continue;
        const[a,b]=[light(getComputedStyle(e).color),light(behind(e))];const ratio=(Math.max(a,b)+.05)/(Math.min(a,b)+.05);
        if(ratio<4.5)found.add(e.className+' '+e.tagName+' '+ratio.toFixed(2))}return [...found].join('; ')})()
        """

    @Test func withoutJavaScriptEverythingIsReadable() throws {
        let file = try Self.page()
        let browser = try Browser.shared()
        try browser.open(file, at: "3.0.0...4.0.0", .init(height: 700, runsScripts: false))
        #expect(try browser.value("document.querySelector('.tools').getClientRects().length") == "0")
        #expect(try browser.value("document.querySelectorAll('.drawing[open] .n').length>1") == "true")
        let place = "document.getElementById('3.0.0...4.0.0').getBoundingClientRect()"
        let top = try #require(Double(try browser.value("\(place).top")))
        #expect(top >= 0 && top < 660)
        #expect(browser.complaints.isEmpty, "\(browser.complaints)")
    }

    @Test func printedPagesHaveNoControlsAndNothingIsCut() throws {
        let file = try Self.page()
        let browser = try Browser.shared()
        try browser.open(file, .init(width: 800, isDark: true, isPrint: true))
        for part in [".tools", ".contents", ".zoom", ".keys"] {
            #expect(try browser.value("document.querySelector('\(part)').getClientRects().length") == "0", "\(part)")
        }
        let cut = "[...document.querySelectorAll('.canvas')].filter(c=>c.scrollWidth>c.clientWidth+1).length"
        #expect(try browser.value(cut) == "0")
        #expect(try browser.value("getComputedStyle(document.body).color") == "rgb(19, 32, 46)")
    }

    @Test func hostileNamesStayText() throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import SwiftData
            enum HostileV1: VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
                static var models: [any PersistentModel.Type] { [`</script><img src=x onerror=alert(1)>`.self] }
                @Model class `</script><img src=x onerror=alert(1)>` {
                    var `"'><b>`: String = "</td><script>window.foreign=1</script>"
                    var `a\u{202E}b`: String = "\u{202E}"
                    init() {}
                }
            }
            """, to: "Sources/<i>&amp;.swift")
        let result = try Tool.run("report", in: folder)
        let page = folder.url.appending(path: "permafrost-report.html")
        try #require(FileManager.default.fileExists(atPath: page.path), "\(result)")
        let browser = try Browser.shared()
        try browser.open(page)
        #expect(try browser.value("document.querySelectorAll('img,main b>*,td script,i:not([class])').length") == "0")
        #expect(try browser.value("window.foreign") == "undefined")
        #expect(browser.complaints.isEmpty, "\(browser.complaints)")
        let text = try browser.value("document.body.textContent")
        #expect(!text.unicodeScalars.contains("\u{202E}"))
        #expect(text.contains("<img src=x onerror=alert(1)>"), "\(result)")
    }
}

/// Skipped browser tests are reported.
@Suite struct BrowserPresenceTests {
    @Test func aBrowserIsInstalled() {
        guard Browser.program == nil else { return }
        withKnownIssue(Browser.missing) { Issue.record(Browser.missing) }
    }
}
