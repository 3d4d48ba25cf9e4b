# Every target sets up what it needs.
.PHONY: demo test test-fast test-packages check-apple verify soak sanitize fuzz bench symbols shape lint format setup \
	install uninstall artifactbundle image docs docs-serve

SOURCES = Package.swift Sources Examples Plugins Tests Benchmarks Fuzz AppleCheck Verification/Package.swift \
	Verification/Sources/Verify

demo: setup
	@Scripts/demo

# What is to pass before a change is proposed, and of that what is proved without any other process: for each save.
# EVIDENCE=required fails where real stores are missing, which some tests read: CONTRIBUTING.md says where they are looked for.
EVIDENCE ?=
export EVIDENCE

test: setup
	@Scripts/setup test
	@Scripts/test usual

test-fast: setup
	@Scripts/test fast

# The plugins with tools that SwiftPM builds for a package, by path, branch and version, by both of its build engines; and what
# is written for apps, built as packages. Before a release.
test-packages: setup
	@Scripts/test packages

# What Linux can prove of the build on a Mac: the manifest's branch for Apple platforms plans, and all that it names compiles
# against stand-ins for Apple's modules, with the symbols that iOS 17 and macOS 14 have. SDK=PATH checks against an SDK of
# Xcode instead.
SDK ?=

check-apple: setup
	PERMAFROST_TESTS=apple swift build --build-tests
	@.build/debug/check-apple . .build/check-apple $(if $(SDK),--sdk '$(SDK)')
	@Scripts/test apple

# Asks SwiftData what Permafrost assumes of it: Apple's on a Mac, this project's own on Linux. ARGUMENTS go to the kit:
# `make verify ARGUMENTS="--only url"`.
ARGUMENTS ?=

verify: setup
	@swift run --package-path Verification verify $(ARGUMENTS)

# The long campaigns: processes killed while they save and while they migrate, KILLS times each, and CALL_KILLS times in all at
# one of the calls by which they work on their files; processes that share a store, ROUNDS times each; every operation of a safe
# migration failing once, and every call of every operation with every error; the power failing after each call, with
# POWER_LOSSES states of the disk by chance beside those that are always looked at, and then each sync left out in its turn.
KILLS ?= 250
CALL_KILLS ?= 10000
ROUNDS ?= 20
POWER_LOSSES ?= 40

soak: setup
	PERMAFROST_KILLS=$(KILLS) PERMAFROST_ROUNDS=$(ROUNDS) swift test --filter \
		'KilledProcessTests|SharedStoreTests|KilledMigrationTests|KilledProgressiveTests|/FaultTests'
	PERMAFROST_KILLS=$(CALL_KILLS) PERMAFROST_FAULTS=1 PERMAFROST_POWER_LOSSES=$(POWER_LOSSES) PERMAFROST_STRIKES=1 \
		swift test --skip-build --filter 'KilledCallTests|CallFaultTests|PowerLossTests'

# The tests under ThreadSanitizer, then under AddressSanitizer, each in a build folder of its own. Left out are the tests of
# plugins and of the command line: what they start is built without a sanitizer. Leaks are looked for where bytes of unknown
# origin are read; XCTest has its own.
SANITIZED = Permafrost(Model|Store|Source|Fixtures)?Tests|SwiftDataTests

sanitize: setup
	PERMAFROST_KILLS=2 swift test --sanitize=thread --scratch-path .build-tsan --filter '$(SANITIZED)'
	PERMAFROST_KILLS=2 ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address --scratch-path .build-asan \
		--filter '$(SANITIZED)'
	swift test --skip-build --sanitize=address --scratch-path .build-asan --filter CorpusTests

# Bytes made by libFuzzer, for each reader of what comes from outside: SECONDS each, or one TARGET alone.
SECONDS ?= 600
TARGET ?=

fuzz: setup
	@Scripts/fuzz $(SECONDS) $(TARGET)

# ROWS and CHART: Scripts/bench describes them.
bench: setup
	@Scripts/bench

# Writes the documentation's page of how our SwiftData differs from Apple's.
symbols: setup
	PERMAFROST_WRITE_PAGES=1 swift test --filter SurfaceTests

# Lengths of files, fragments, documentation and the like, beside those of Scripts/shape-baseline; fails if a ratio is worse.
# ARGUMENTS=--write makes them the baseline, ARGUMENTS="--list fragments" names the files.
shape:
	@Scripts/shape $(ARGUMENTS)

# The format of Swift, the workflows (by a tool that the first run installs into .build), and the shape.
lint: setup
	swift format lint --strict --recursive $(SOURCES)
	Scripts/check-workflows
	Scripts/test-check-workflows
	Scripts/shape
	Scripts/test-shape
	Scripts/prose

format: setup
	swift format --in-place --recursive $(SOURCES)

# The documentation's site, in DOCS; `make docs-serve` shows it, at PORT.
DOCS ?= .build/documentation
PORT ?= 8000

docs: setup
	@Scripts/docs '$(DOCS)'

docs-serve: docs
	@PORT='$(PORT)' Scripts/docs --serve '$(DOCS)'

# The tools, the manual page and the completions, below PREFIX; DESTDIR goes before it. A release build, and on Linux the
# toolchain's libraries with it, so that no toolchain is needed to run it.
PREFIX ?= /usr/local
DESTDIR ?=

install:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install

uninstall:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install --undo

# The tools as SwiftPM takes them for a binary target: .build/artifactbundle.
artifactbundle:
	@Scripts/artifactbundle .build/artifactbundle

# The Dockerfile's steps, where Docker cannot run: into the folder IMAGE.
IMAGE ?= .build/image

image:
	@Scripts/image '$(IMAGE)'

setup:
	@Scripts/setup
