import Foundation
import PermafrostModel
import Testing

/// A headless Chromium, controlled through its debugging pipe, without network access. It starts once for a suite whose
/// tests run one after another. Each page has a separate profile.
final class Browser {
    /// The path of the program; nil if it isn't installed.
    static let program: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let names = ["chromium", "chromium-browser", "google-chrome"]
        return names.flatMap { name in folders.map { "\($0)/\(name)" } }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }()

    static let missing: Comment = "Chromium is not installed: `Scripts/setup test` installs it"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let (commands, answers) = (Pipe(), Pipe())
    private let profile = FileManager.default.temporaryDirectory.appending(path: "permafrost-\(UUID().uuidString)")
    private var received = Data()
    private var lastNumber = 0
    private var session: String?
    /// The profile of the open page.
    private var context: String?
    /// The number of times that tests have requested the browser.
    private let uses = Locked(0)
    /// The events of the protocol since the page was opened, with their parameters.
    private(set) var events: [(name: String, parameters: [String: Any])] = []

    private init() throws {
        guard let program = Self.program else { throw Failure(description: "\(Self.missing)") }
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments =
            [
                // The protocol uses the descriptors 3 and 4.
                "-c", #"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, program, "--headless=new",
                "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars", "--no-first-run",
                "--disable-background-networking", "--user-data-dir=\(profile.path)", "about:blank",
            ]
        process.standardInput = commands
        process.standardOutput = answers
        try process.run()
    }

    private func end() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: profile)
    }

    nonisolated(unsafe) private static var running: Browser?

    /// Returns the browser for one more test, without an open page. The browser ends with this process, or after a test
    /// that hangs and then fails.
    static func shared() throws -> Browser {
        let browser: Browser
        if let running, running.process.isRunning {
            browser = running
        } else {
            if running == nil { atexit { Browser.running?.end() } }
            browser = try Browser()
            running = browser
        }
        let (process, uses) = (browser.process, browser.uses)
        let use = uses.withLock { count in
            count += 1
            return count
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120) {
            if uses.withLock({ $0 }) == use, process.isRunning { process.terminate() }
        }
        return browser
    }

    /// The settings for viewing a page.
    struct View {
        var width = 1400
        var height = 1000
        var isDark = false
        var isPrint = false
        var runsScripts = true
    }

    /// Opens a page and waits until it is loaded.
    func open(_ file: URL, at anchor: String = "", _ view: View = View()) throws {
        session = nil
        if let context { try send("Target.disposeBrowserContext", ["browserContextId": context]) }
        context = try send("Target.createBrowserContext")["browserContextId"] as? String
        let target = try send(
            "Target.createTarget", ["url": "about:blank", "browserContextId": context ?? ""])
        let attached = try send(
            "Target.attachToTarget", ["targetId": target["targetId"] as? String ?? "", "flatten": true])
        session = attached["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log", "Network"] { try send("\(domain).enable") }
        try send(
            "Emulation.setDeviceMetricsOverride",
            ["width": view.width, "height": view.height, "deviceScaleFactor": 1, "mobile": false])
        let features = [
            ["name": "prefers-color-scheme", "value": view.isDark ? "dark" : "light"],
            ["name": "prefers-reduced-motion", "value": "reduce"],
        ]
        try send("Emulation.setEmulatedMedia", ["media": view.isPrint ? "print" : "", "features": features])
        if !view.runsScripts { try send("Emulation.setScriptExecutionDisabled", ["value": true]) }
        events = []
        let address = file.absoluteString + (anchor.isEmpty ? "" : "#\(anchor)")
        try send("Page.navigate", ["url": address])
        while !events.contains(where: { $0.name == "Page.loadEventFired" }) { try receive() }
        if view.runsScripts { try settle() }
    }

    /// Waits until the page has been drawn twice, which completes scrolling and observers.
    func settle() throws {
        _ = try value("new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(r,50))))")
    }

    /// Returns the value of an expression as text; arrays are joined with commas.
    @discardableResult func value(_ expression: String) throws -> String {
        let answer = try send(
            "Runtime.evaluate",
            ["expression": "(async()=>String(await (\(expression))))()", "awaitPromise": true, "returnByValue": true])
        if let problem = answer["exceptionDetails"] { throw Failure(description: "\(expression): \(problem)") }
        return (answer["result"] as? [String: Any])?["value"] as? String ?? ""
    }

    /// Presses a key, or types a character.
    func press(_ key: String) throws {
        let text: [String: Any] = key.count == 1 ? ["text": key] : key == "Enter" ? ["text": "\r"] : [:]
        let codes = ["Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38]
        let base: [String: Any] = ["key": key, "windowsVirtualKeyCode": codes[key] ?? 0]
        try send("Input.dispatchKeyEvent", base.merging(text) { $1 }.merging(["type": "keyDown"]) { $1 })
        try send("Input.dispatchKeyEvent", base.merging(["type": "keyUp"]) { $1 })
        try settle()
    }

    /// Clicks in the middle of a visible element.
    func click(_ selector: String) throws {
        let place = try value(
            "(()=>{const b=document.querySelector('\(selector)').getBoundingClientRect();"
                + "return [b.x+b.width/2,b.y+b.height/2]})()"
        ).split(separator: ",").compactMap { Double($0) }
        guard place.count == 2 else { throw Failure(description: "\(selector) is not on the page") }
        for type in ["mousePressed", "mouseReleased"] {
            try send(
                "Input.dispatchMouseEvent",
                ["type": type, "x": place[0], "y": place[1], "button": "left", "clickCount": 1])
        }
        try settle()
    }

    /// Errors and warnings from the page's script, and from the browser about the page.
    var complaints: [String] {
        events.filter { ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"].contains($0.name) }
            .map { "\($0.name): \($0.parameters)" }
    }

    /// The addresses that the page requested and its policy allowed.
    var requests: [String] {
        let forbidden = events.filter { $0.name == "Network.loadingFailed" && $0.parameters["blockedReason"] != nil }
            .compactMap { $0.parameters["requestId"] as? String }
        return events.filter { $0.name == "Network.requestWillBeSent" }.compactMap { event in
            guard let number = event.parameters["requestId"] as? String, !forbidden.contains(number) else { return nil }
            return (event.parameters["request"] as? [String: Any])?["url"] as? String
        }
    }

    // MARK: Protocol

    @discardableResult private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        lastNumber += 1
        var message: [String: Any] = ["id": lastNumber, "method": method, "params": parameters]
        message["sessionId"] = session
        try commands.fileHandleForWriting.write(
            contentsOf: JSONSerialization.data(withJSONObject: message) + Data([0]))
        while true {
            guard let answer = try receive(), answer["id"] as? Int == lastNumber else { continue }
            if let problem = answer["error"] { throw Failure(description: "\(method): \(problem)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
    }

    /// Reads a message; an event is kept.
    @discardableResult private func receive() throws -> [String: Any]? {
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = try JSONSerialization.jsonObject(with: received[received.startIndex..<end])
                received = Data(received[(end + 1)...])
                guard let message = message as? [String: Any] else { return nil }
                if let name = message["method"] as? String {
                    events.append((name, message["params"] as? [String: Any] ?? [:]))
                }
                return message
            }
            let more = answers.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failure(description: "Chromium has ended") }
            received += more
        }
    }
}
