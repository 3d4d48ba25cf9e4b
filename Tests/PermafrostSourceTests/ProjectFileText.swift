/// The text of an Xcode project file, built from its parts: references with short identifiers, groups, and targets.
struct ProjectFileText {
    private var objects: [String] = []
    private var targets: [String] = []
    private var children: [String] = []
    var folder = ""

    /// Adds a target that compiles references, and shares folders with the file system.
    mutating func target(
        _ name: String, _ type: String = "application", sources: [String] = [], folders: [String] = [],
        dependsOn others: [String] = [], settings: String? = nil
    ) {
        let id = "T_\(name)"
        targets.append(id)
        objects += sources.map {
            "B_\(name)_\($0) /* in Sources */ = {isa = PBXBuildFile; fileRef = \($0) /* a file */; };"
        }
        objects += others.map { "D_\(name)_\($0) = {isa = PBXTargetDependency; target = T_\($0); };" }
        objects.append(
            """
            \(id) /* \(name) */ = {
                isa = PBXNativeTarget;
                buildPhases = (S_\(name) /* Sources */, R_\(name) /* Resources */, );
                dependencies = (\(others.map { "D_\(name)_\($0), " }.joined()));
                fileSystemSynchronizedGroups = (\(folders.joined(separator: ", ")));
                name = "\(name)";\(settings.map { " buildConfigurationList = \($0);" } ?? "")
                productType = "com.apple.product-type.\(type)";
            };
            S_\(name) = {isa = PBXSourcesBuildPhase; files = (\(sources.map { "B_\(name)_\($0), " }.joined())); };
            R_\(name) = {isa = PBXResourcesBuildPhase; files = ( ); };
            """)
    }

    /// Adds objects of any kind.
    mutating func add(_ text: String) { objects.append(text) }

    /// Adds a file to the main group.
    mutating func file(_ id: String, _ path: String, tree: String = "\"<group>\"") {
        objects.append("\(id) = {isa = PBXFileReference; path = \"\(path)\"; sourceTree = \(tree); };")
        children.append(id)
    }

    /// Adds a group to the main group.
    mutating func group(_ id: String, path: String?, _ children: [String], isa: String = "PBXGroup") {
        objects.append(
            """
            \(id) = {isa = \(isa); children = (\(children.joined(separator: ", "))); \
            \(path.map { "path = \"\($0)\"; " } ?? "")sourceTree = "<group>"; };
            """)
        self.children.append(id)
    }

    /// Adds a folder that is shared with the file system to the main group, with the exceptions for each target.
    mutating func sharedFolder(_ id: String, path: String, except: [(target: String, paths: [String])] = []) {
        let sets = except.indices.map { "E_\(id)_\($0)" }
        for (set, exception) in zip(sets, except) {
            objects.append(
                """
                \(set) = {
                    isa = PBXFileSystemSynchronizedBuildFileExceptionSet;
                    membershipExceptions = (\(exception.paths.map { "\"\($0)\", " }.joined()));
                    target = T_\(exception.target);
                };
                """)
        }
        objects.append(
            """
            \(id) = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (\(sets.joined(separator: ", "))); \
            path = "\(path)"; sourceTree = "<group>"; };
            """)
        children.append(id)
    }

    /// The complete text, in OpenStep's format.
    var text: String {
        """
        // !$*UTF8*$!
        {
            archiveVersion = 1;
            classes = {
            };
            objectVersion = 77;
            objects = {
        /* Begin PBXProject section */
                P /* Project object */ = {
                    isa = PBXProject;
                    mainGroup = G;
                    projectDirPath = "\(folder)";
                    targets = (\(targets.joined(separator: ", ")));
                };
        /* End PBXProject section */
                G = {isa = PBXGroup; children = (\(children.joined(separator: ", "))); sourceTree = "<group>"; };
                \(objects.joined(separator: "\n"))
            };
            rootObject = P /* Project object */;
        }
        """
    }
}
