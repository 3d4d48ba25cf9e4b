// swift-tools-version: 6.2
import PackageDescription

// The examples' sources are part of the kit: `Sources/Verify/Examples` is a symbolic link. The tool `permafrost`, which reads
// the stores that the framework makes, is built beside the kit because the kit depends on its product.
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
                .product(name: "permafrost", package: "Permafrost"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
