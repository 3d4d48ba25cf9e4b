// swift-tools-version: 6.2
import PackageDescription

// A typical package that depends on a version of Permafrost. The check of the build on a Mac freezes its versions,
// scaffolds its tests, resolves the dependency from a tag, and compiles everything against Apple's declarations.
let package = Package(
    name: "Diary",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [.library(name: "Diary", targets: ["Diary"])],
    dependencies: [
        .package(url: "https://example.com/permafrost", from: "1.0.0")
    ],
    targets: [
        .target(name: "Diary", dependencies: [.product(name: "Permafrost", package: "permafrost")]),
        .testTarget(
            name: "DiaryTests",
            dependencies: ["Diary", .product(name: "PermafrostTesting", package: "permafrost")],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "DiaryMigrationTests",
            dependencies: ["Diary", .product(name: "PermafrostTesting", package: "permafrost")]),
    ]
)
