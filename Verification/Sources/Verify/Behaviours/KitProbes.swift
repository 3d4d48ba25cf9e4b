import Foundation

/// Probes of the kit itself, which must report a process that traps, and a process that doesn't end.
enum KitProbes {
    static let all: [Probe] = [
        Probe(
            name: "kit-trap", theme: .kit, title: "The kit reports a process that traps",
            rule: "the kit's own: nothing is claimed of the framework",
            expected: [Fact("trapping", "ends the process: on purpose")],
            steps: [Probe.Step("trapping") { _ in fatalError("on purpose") }]),
        Probe(
            name: "kit-silence", theme: .kit, title: "The kit ends a process that exceeds its time limit",
            rule: "the kit's own: nothing is claimed of the framework",
            expected: [Fact("waiting", "no answer within 1 s")],
            steps: [
                Probe.Step("waiting", timeLimit: 1) { _ in
                    Thread.sleep(forTimeInterval: 600)
                    return []
                }
            ]),
    ]
}
