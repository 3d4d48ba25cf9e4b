import Foundation
import PermafrostTestSupport
import Testing

/// The privacy manifest gives a reason for each required-reason API that an app links with Permafrost, and for no
/// others. The lists repeat those in "Describing use of required reason API" in Apple's documentation.
@Suite struct PrivacyManifestTests {
    /// A category of required-reason APIs, with the identifiers of its APIs and the reasons that Apple accepts.
    private struct Category {
        var identifiers: Set<String>
        var reasons: Set<String>
    }

    private static let prefix = "NSPrivacyAccessedAPICategory"

    private static let categories = [
        "FileTimestamp": Category(
            identifiers: [
                "creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey",
                "creationDateKey", "contentModificationDate", "getattrlist", "getattrlistbulk", "fgetattrlist", "stat",
                "fstat", "fstatat", "lstat", "getattrlistat",
            ], reasons: ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]),
        "SystemBootTime": Category(
            identifiers: ["systemUptime", "mach_absolute_time"], reasons: ["35F9.1", "8FFB.1", "3D61.1"]),
        "DiskSpace": Category(
            identifiers: [
                "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
                "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey", "volumeAvailableCapacity",
                "volumeAvailableCapacityForImportantUsage", "volumeAvailableCapacityForOpportunisticUsage",
                "volumeTotalCapacity", "systemFreeSize", "systemSize", "statfs", "statvfs", "fstatfs", "fstatvfs",
            ], reasons: ["85F4.1", "E174.1", "7D9E.1", "B728.1"]),
        "ActiveKeyboards": Category(identifiers: ["activeInputModes"], reasons: ["3EC4.1", "54BD.1"]),
        "UserDefaults": Category(
            identifiers: ["UserDefaults", "AppStorage"], reasons: ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"]),
    ]

    /// The modules that an app links with the product `Permafrost`. Macros run in the compiler.
    private static let modules: Set = [
        "Permafrost", "PermafrostStore", "PermafrostModel",
    ]

    /// Returns the code of the files in ``modules``.
    private static func code() throws -> [String] {
        try modules.sorted().flatMap { try SourceTree.code(below: "Sources/" + $0).values }
    }

    private static func manifest() throws -> [String: Any] {
        let url = SourceTree.root.appending(path: "Sources/Permafrost/PrivacyInfo.xcprivacy")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil)
        return try #require(list as? [String: Any])
    }

    /// Returns the reasons in the manifest, keyed by category.
    private static func declared() throws -> [String: [String]] {
        let types = try #require(try manifest()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        return try types.reduce(into: [:]) { declared, type in
            let name = try #require(type["NSPrivacyAccessedAPIType"] as? String)
            try #require(name.hasPrefix(prefix))
            #expect(Set(type.keys) == ["NSPrivacyAccessedAPIType", "NSPrivacyAccessedAPITypeReasons"])
            declared[String(name.dropFirst(prefix.count))] = type["NSPrivacyAccessedAPITypeReasons"] as? [String]
        }
    }

    @Test func theDeclaredCategoriesMatchTheCalledFunctions() throws {
        let code = try Self.code()
        #expect(code.count > 100)
        let words = Set(code.flatMap { $0.matches(of: /[A-Za-z_][A-Za-z0-9_]*/).map { String($0.output) } })
        let called = Self.categories.filter { !$0.value.identifiers.isDisjoint(with: words) }.keys
        #expect(try Set(Self.declared().keys) == Set(called))
    }

    @Test func eachReasonBelongsToItsCategory() throws {
        for (name, reasons) in try Self.declared() {
            let category = try #require(Self.categories[name])
            #expect(!reasons.isEmpty)
            #expect(category.reasons.isSuperset(of: reasons), "\(name)")
        }
    }

    @Test func nothingIsTrackedOrCollected() throws {
        let manifest = try Self.manifest()
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
        #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
        #expect(manifest.count == 4)
    }

    /// An app also links the modules that these modules import.
    @Test func everyLinkedModuleIsChecked() throws {
        let imported = try Self.code().flatMap {
            $0.matches(of: /\bimport (Permafrost[A-Za-z]*)/).map { String($0.output.1) }
        }
        #expect(Set(imported).isSubset(of: Self.modules))
    }
}
