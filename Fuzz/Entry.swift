import FuzzTargets
import Glibc

/// The reader to feed, by its name in the environment: one program serves all.
private let target: FuzzTarget = {
    guard let name = getenv("PERMAFROST_FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        print("PERMAFROST_FUZZ_TARGET must be one of \(names)")
        exit(2)
    }
    return target
}()

/// What libFuzzer calls with each input. An error is as good an end as a value.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    try? target.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
