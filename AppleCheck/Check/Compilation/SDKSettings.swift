import Foundation

/// The settings of an SDK, from its `SDKSettings.json` or, if that file doesn't exist, its `SDKSettings.plist`.
struct SDKSettings: Decodable {
    /// The platform and the version: `iphoneos26.0`.
    let canonicalName: String

    private enum CodingKeys: String, CodingKey { case canonicalName = "CanonicalName" }

    /// Reads the settings of the SDK in a folder.
    ///
    /// - Throws: ``CheckFailure`` if the folder doesn't exist or isn't an SDK.
    init(path: String) throws {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CheckFailure("SDK=\(path): there is no such folder")
        }
        guard isFolder.boolValue else { throw CheckFailure("SDK=\(path): this is a file, and an SDK is a folder") }
        do {
            if let data = files.contents(atPath: path + "/SDKSettings.json") {
                self = try JSONDecoder().decode(Self.self, from: data)
                return
            }
            if let data = files.contents(atPath: path + "/SDKSettings.plist") {
                self = try PropertyListDecoder().decode(Self.self, from: data)
                return
            }
        } catch {
            throw CheckFailure("SDK=\(path): its SDKSettings are damaged or name no platform (CanonicalName)")
        }
        throw CheckFailure(
            "SDK=\(path): this is not an SDK of Xcode, since it has no SDKSettings.json with a CanonicalName; one is at "
                + "Xcode.app/Contents/Developer/Platforms/MacOSX.platform/Developer/SDKs/MacOSX.sdk")
    }
}
