/// A version that couldn't be frozen, and the reason.
struct FailedVersion: Encodable {
    let version, reason: String
}
