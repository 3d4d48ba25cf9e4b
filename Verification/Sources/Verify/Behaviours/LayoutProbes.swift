import Foundation
import SwiftData

/// Probes of the files next to a store: large values, and the -wal.
enum LayoutProbes {
    static let all: [Probe] = [
        Probe(
            name: "external-files", theme: .layout, title: "When a value in external storage gets its own file",
            rule: "small values are in the table, large ones in .NAME_SUPPORT/_EXTERNAL_DATA (ExternalStorage)",
            expected: [
                Fact("files after a value of 100 bytes", "0"), Fact("files after one of 2 MB", "1"),
                Fact("the file is named by a UUID", true), Fact("the file holds the value's bytes alone", true),
                Fact("the value comes back", true),
            ],
            steps: [
                Probe.Step("saving") { folder in
                    let context = ModelContext(try folder.container(ExternalStorageSchema.self))
                    context.insert(ExternalStorageSchema.Photo(name: "small", bytes: Data(repeating: 1, count: 100)))
                    try context.save()
                    let early = try folder.externalFiles()
                    context.insert(ExternalStorageSchema.Photo(name: "large", bytes: large))
                    try context.save()
                    let late = try folder.externalFiles()
                    return [
                        Fact("files after a value of 100 bytes", "\(early.count)"),
                        Fact("files after one of 2 MB", "\(late.count)"),
                        Fact("the file is named by a UUID", late.allSatisfy { UUID(uuidString: $0) != nil }),
                    ]
                },
                Probe.Step("reading") { folder in
                    try folder.open(ExternalStorageSchema.self) { context in
                        let photos = try context.fetch(FetchDescriptor<ExternalStorageSchema.Photo>())
                        let files = try folder.externalFiles().map { try Data(contentsOf: folder.externalFile($0)) }
                        return [
                            Fact("the file holds the value's bytes alone", files == [large]),
                            Fact("the value comes back", photos.contains { $0.name == "large" && $0.bytes == large }),
                        ]
                    }
                },
            ]),
        Probe(
            name: "wal", theme: .layout, title: "The write-ahead log of an open store",
            rule: "an open store is in WAL mode: saved rows may only be in its -wal file (StoreReader)",
            expected: [Fact("there is a -wal", true)],
            steps: [
                Probe.Step("saving") { folder in
                    let context = ModelContext(try folder.container(LadderSchemaV1.self))
                    context.insert(LadderSchemaV1.Rung())
                    try context.save()
                    let path = folder.file().path + "-wal"
                    return [Fact("there is a -wal", FileManager.default.fileExists(atPath: path))]
                }
            ]),
    ]

    private static let large = Data((0..<2_000_000).map { UInt8($0 * 31 % 256) })
}
