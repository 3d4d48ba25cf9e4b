import FuzzTargets
import Glibc

/// The reader to test, by its name in the environment. One program contains all readers.
private let target: FuzzTarget = {
    guard let name = getenv("PERMAFROST_FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        print("PERMAFROST_FUZZ_TARGET must be one of \(names)")
        exit(2)
    }
    return target
}()

/// The function that libFuzzer calls with each input. Errors and values are both valid results.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    try? target.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
