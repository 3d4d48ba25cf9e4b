// swift-tools-version: 6.2
import PackageDescription

// The examples' sources are part of the kit: `Sources/Verify/Examples` is a symbolic link. The kit depends on the
// product `permafrost-cli`, which is therefore built next to the kit. The kit reads stores with this tool.
let package = Package(
    name: "Verification",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "verify", targets: ["Verify"])],
    dependencies: [.package(name: "Permafrost", path: "..")],
    targets: [
        .executableTarget(
            name: "Verify",
            dependencies: [
                .product(name: "Permafrost", package: "Permafrost"),
                .product(name: "permafrost-cli", package: "Permafrost"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
