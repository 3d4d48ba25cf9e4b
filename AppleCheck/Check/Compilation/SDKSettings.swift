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
            throw CheckFailure("SDK=\(path): the folder doesn't exist")
        }
        guard isFolder.boolValue else { throw CheckFailure("SDK=\(path): this is a file, but an SDK is a folder") }
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
            throw CheckFailure("SDK=\(path): can't read the platform (CanonicalName) in its SDKSettings")
        }
        throw CheckFailure(
            "SDK=\(path): this isn't an Xcode SDK, because it has no SDKSettings.json. Pass an SDK's folder, such as "
                + "Xcode.app/Contents/Developer/Platforms/MacOSX.platform/Developer/SDKs/MacOSX.sdk")
    }
}
