# Every target installs what it needs.
.PHONY: demo test test-fast test-packages check-apple verify soak sanitize fuzz bench lint format setup install uninstall \
	tarball artifactbundle docs

SOURCES = Package.swift Sources Examples Plugins Tests Benchmarks Fuzz AppleCheck Verification/Package.swift \
	Verification/Sources/Verify Distribution

demo: setup
	@Scripts/demo

# `make test` must pass before a change is proposed. `make test-fast` runs the part of it that needs no other process;
# run it after every save. With EVIDENCE=required, missing real stores are a failure: some tests read them.
# CONTRIBUTING.md explains where the tests search for them.
EVIDENCE ?=
export EVIDENCE

test: setup
	@Scripts/setup test
	@Scripts/test usual

test-fast: setup
	@Scripts/test fast

# Tests the plugins with tools that SwiftPM builds for a package, by path, branch, and version, with both of its build
# engines. Also builds the generated code for apps as packages. Run it before a release.
test-packages: setup
	@Scripts/test packages

# Checks as much of the build on a Mac as Linux can: SwiftPM can plan the manifest's branch for Apple platforms, and all
# of its code compiles against stand-ins for Apple's modules, with the symbols of iOS 17 and macOS 14. SDK=PATH checks
# against an Xcode SDK instead.
SDK ?=

check-apple: setup
	PERMAFROST_TESTS=apple swift build --build-tests
	@.build/debug/check-apple . .build/check-apple $(if $(SDK),--sdk '$(SDK)')
	@Scripts/test apple

# Checks Permafrost's assumptions about SwiftData: Apple's on a Mac, this project's own on Linux. ARGUMENTS are passed
# to the kit: `make verify ARGUMENTS="--only url"`.
ARGUMENTS ?=

verify: setup
	@swift run --package-path Verification verify $(ARGUMENTS)

# The long tests. Processes are killed while they save, migrate or copy a store, KILLS times each, and CALL_KILLS times in
# total at one of their system calls on files. Processes share a store, ROUNDS times each. Every operation of a safe
# migration fails once, and every call of every operation fails with every error. The power fails after each call, with
# POWER_LOSSES random states of the disk in addition to the fixed ones; then the same is repeated without each sync in
# turn. The examples' migrations are interrupted at INTERRUPTIONS points each, or at "all". Stores
# have LIVES random lives, and a store fails at 1,000 launches.
KILLS ?= 250
CALL_KILLS ?= 10000
ROUNDS ?= 20
POWER_LOSSES ?= 40
INTERRUPTIONS ?= all
LIVES ?= 500

soak: setup
	PERMAFROST_KILLS=$(KILLS) PERMAFROST_ROUNDS=$(ROUNDS) swift test --filter \
		'KilledProcessTests|KilledCopyTests|SharedStoreTests|KilledMigrationTests|KilledProgressiveTests|/FaultTests'
	PERMAFROST_KILLS=$(CALL_KILLS) PERMAFROST_FAULTS=1 PERMAFROST_POWER_LOSSES=$(POWER_LOSSES) PERMAFROST_STRIKES=1 \
		PERMAFROST_SEEDS=$(LIVES) \
		swift test --skip-build --filter 'KilledCallTests|CallFaultTests|PowerLossTests|KeptStoreTests|StoreLifeTests'
	PERMAFROST_INTERRUPTIONS=$(INTERRUPTIONS) swift test --skip-build --filter InterruptionTests

# Runs the tests with ThreadSanitizer and then with AddressSanitizer, each in its own build folder. The tests of plugins
# and of the command line are excluded because the programs they start are built without a sanitizer. Leaks are only
# checked where untrusted bytes are read, because XCTest itself has leaks.
SANITIZED = Permafrost(Model|Store|Source|Fixtures)?Tests|SwiftDataTests

sanitize: setup
	PERMAFROST_KILLS=2 swift test --sanitize=thread --scratch-path .build-tsan --filter '$(SANITIZED)'
	PERMAFROST_KILLS=2 ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address --scratch-path .build-asan \
		--filter '$(SANITIZED)'
	swift test --skip-build --sanitize=address --scratch-path .build-asan --filter CorpusTests

# Tests every reader of external data with bytes from libFuzzer, for SECONDS each. TARGET selects a single reader.
SECONDS ?= 600
TARGET ?=

fuzz: setup
	@Scripts/fuzz $(SECONDS) $(TARGET)

# Scripts/bench describes ROWS and CHART. `Scripts/bench growth` measures how tasks grow with their input.
bench: setup
	@Scripts/setup bench
	@Scripts/bench
	@Scripts/executed-functions

# Checks the format of the Swift code, the workflows (with a tool that the first run installs into .build), the scripts,
# the installer, and the size of the project.
lint: setup
	@Scripts/setup lint
	swift format lint --strict --recursive $(SOURCES)
	Scripts/check-workflows
	shellcheck $$(grep -d skip -lE '^#!.*sh$$' Scripts/*)
	Scripts/test-install
	Scripts/shape

format: setup
	swift format --in-place --recursive $(SOURCES)

# Builds the documentation's site in DOCS.
DOCS ?= .build/documentation

docs: setup
	@Scripts/docs '$(DOCS)'

# Installs the tools, the manual page, and the completions in PREFIX; DESTDIR is prepended to every path. This is a
# release build. On Linux, it includes the toolchain's libraries, so the tools run without a toolchain.
PREFIX ?= /usr/local
DESTDIR ?=

install:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install

uninstall:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install --undo

# Packs what `make install` installs, with the libraries that it needs, for machines without a toolchain: .build/tarball.
# Scripts/install.sh installs it.
tarball:
	@Scripts/tarball .build/tarball

# Packs the tools for a SwiftPM binary target: .build/artifactbundle.
artifactbundle:
	@Scripts/artifactbundle .build/artifactbundle

setup:
	@Scripts/setup
