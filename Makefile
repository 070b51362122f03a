# Flick. Two commands matter: `make run` and `make test`. `make help` lists all of them.

.DEFAULT_GOAL := help
SHELL := /bin/sh

ARGS ?= --excerpts 6 samples
PREFIX ?= /usr/local
SWIFT ?= swift
REPEAT ?= 20
SWIPES ?= 10000
FUZZ_FRAMES ?= 100000
FUZZ_RUNS ?= 10
FUZZ_DOCUMENTS ?= 10000
FUZZ_SEED ?= $(shell od -An -N4 -tu4 /dev/urandom | tr -d ' ')
FILE ?= samples/*

# Linking Swift's libraries statically, where the toolchain has them, saves 10 ms at startup, and the
# program runs without a toolchain (docs/decisions/builds-libraries.md).
STATIC = $(if $(wildcard $(shell SWIFT=$(SWIFT) scripts/toolchain.sh)/lib/swift_static/linux),\
	--static-swift-stdlib)
RELEASE = -c release --disable-default-traits $(STATIC)
# The linker writes the commit into the program, which prints it: a new commit links anew and compiles nothing.
# The linker's own name for a build (build ID) would be another for each.
METADATA = -Xlinker --build-id=none $(foreach commit,$(shell scripts/version.sh --commit),-Xlinker '--package-metadata={"commit":"$(commit)"}')

# Tests need no index and no debug information, and the compiler need not check itself; lld, which comes with Swift,
# takes half of gold's time. All builds of tests have the same options, or each would build everything anew
# (docs/decisions/builds-libraries.md).
BUILD_TESTS = $(SWIFT) build --build-tests --disable-index-store -debug-info-format none -Xswiftc -use-ld=lld \
	-Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify --explicit-target-dependency-import-check error
# All tests are Swift Testing's, which with an entry point of our own (Tests/XCTMain.swift) has to be named.
RUN_TESTS = $(SWIFT) test --skip-build --disable-xctest --enable-swift-testing

# System packages to install: groups of scripts/packages.sh.
FOR ?= build

SOURCES := Package.swift Sources Tests

# As in scripts/test.sh.
FEW_AT_ONCE = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 SWT_SWIFT_ERROR_BACKTRACING_ENABLED=false

# The engine's tests: everything that uses libav, the sound device or threads.
ENGINE_TESTS = --disable-xctest --enable-swift-testing --filter '^(MediaCore|Playback|LibAV|Network)Tests\.'

.PHONY: help run build test test-repeat test-corpus test-broken test-asan test-tsan test-store test-triage test-trials fuzz \
	simulate bench soak bench-decode docs messages screens showcase lint format packages vendor man install \
	uninstall deb archive release test-system samples clean swift-toolchain build-packages \
	package-build test-packages

# SwiftPM uses all processors; `make -j build install` would install before there is anything.
.NOTPARALLEL:

help: ## List all targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

run: packages ## Build and play samples/, or other paths: make run ARGS=~/Videos; YES=1 installs packages unasked
	@$(MAKE) --no-print-directory build
	@exec .build/release/flick $(ARGS)

# All that is installed; NOTICES last, as the sign that nothing is missing.
build: build-packages ## Build the release version
	@test -e .build/release/flick || echo "Building Flick: SwiftPM fetches 6 packages, then" \
	  "compiles, [n/m] steps. On two cores, the first time takes about four minutes."
	@rm -f .build/release/NOTICES
	$(SWIFT) build $(RELEASE) $(METADATA) --product flick
	@scripts/catalogues.sh "$(CURDIR)/.build/release/locale"
	@$(ENGLISH) .build/release/flick help manual > .build/release/flick.1
	@for shell in bash zsh fish; do \
	  $(ENGLISH) .build/release/flick --generate-completion-script $$shell > .build/release/flick.$$shell || exit 1; done
	@scripts/notices.sh .build/release/flick.product/Objects.LinkFileList > .build/release/NOTICES.new
	@mv .build/release/NOTICES.new .build/release/NOTICES

test: ## Run all tests, including end-to-end tests, or those matching FILTER
	@$(MAKE) --no-print-directory packages FOR="build test"
	$(BUILD_TESTS)
	@scripts/test.sh $(if $(FILTER),--filter $(FILTER))

test-repeat: test-packages ## Run all tests, or those matching FILTER, REPEAT times
	$(BUILD_TESTS)
	@for run in $$(seq $(REPEAT)); do \
	  echo "run $$run of $(REPEAT)"; \
	  scripts/test.sh $(if $(FILTER),--filter $(FILTER)) || exit 1; done

test-broken: test-packages ## Open the hostile files of a folder with a manifest: make test-broken DIR=…
	@test -n "$(DIR)" || { echo "usage: make test-broken DIR=FOLDER [BROKEN_ARGS=--list]" >&2; exit 64; }
	$(BUILD_TESTS)
	@exec nice .build/debug/broken-check "$(DIR)" $(BROKEN_ARGS)

test-asan: test-packages ## Run the engine's tests with AddressSanitizer and leak detection
	LSAN_OPTIONS=suppressions=$(CURDIR)/scripts/leaks.supp:print_suppressions=0 \
	  $(FEW_AT_ONCE) $(SWIFT) test --sanitize=address --scratch-path .build-asan $(ENGINE_TESTS)

# The multithreaded suites, one test at a time: in parallel, they would miss their deadlines. The other
# suites step the engine by hand. The runtime's crash handler interferes with the sanitizer's reports.
THREAD_TESTS = --disable-xctest --enable-swift-testing --no-parallel \
	--filter '^PlaybackTests\.(Broadcast|Engine|RealClip|RemoteClip|Still)Tests'

test-tsan: test-packages ## Run the multithreaded tests with ThreadSanitizer
	SWIFT_BACKTRACE=enable=no \
	  $(SWIFT) test --sanitize=thread --scratch-path .build-tsan $(THREAD_TESTS)

fuzz: test-packages ## Run the fuzz tests longer, with a new seed or FUZZ_SEED=N
	$(BUILD_TESTS)
	@export FUZZ_SEED=$(FUZZ_SEED) FUZZ_RUNS=$(FUZZ_RUNS) FUZZ_FRAMES=$(FUZZ_FRAMES) \
	  FUZZ_DOCUMENTS=$(FUZZ_DOCUMENTS); env | grep ^FUZZ_; \
	  $(FEW_AT_ONCE) $(RUN_TESTS) --filter \
	    "/($$(grep -rlE 'Fuzz\.|CaptionFuzz' Tests --include='*Tests.swift' | grep -v EndToEnd \
	      | sed -E 's:.*/(.+)\.swift:\1:' | sort -u | paste -sd'|'))\.swift:"

test-store: test-packages ## Kill Flick 200 times as it writes its store; fill its disk, refuse its locks; tamper with 3000 stores
	$(BUILD_TESTS)
	STORE_TRIALS=$(or $(TRIALS),200) STORE_MUTATIONS=$(or $(MUTATIONS),3000) FUZZ_SEED=$(FUZZ_SEED) \
	  $(RUN_TESTS) --filter 'StoreTrialTests|StoreMutationTests'

test-triage: test-packages ## Kill Flick 200 times as clips are judged and files follow
	$(BUILD_TESTS)
	TRIAGE_TRIALS=$(or $(TRIALS),200) FUZZ_SEED=$(FUZZ_SEED) \
	  $(RUN_TESTS) --filter '^EndToEndTests\.(TriageTrial|ApplyTrial|Apply)Tests'

test-trials: test-store test-triage ## The long forms of tests: 200 kills of each kind, 3000 stores, 50 broken lines, all pairs of codecs
	LINE_TRIALS=$(or $(TRIALS),50) FUZZ_SEED=$(FUZZ_SEED) $(RUN_TESTS) --filter BrokenLineTests
	ALL_PAIRS=1 scripts/test.sh --filter MatrixTests

simulate: build ## Use Flick in made-up time and check what it shows and saves: SEED=N COUNT=N PERSON=NAME HOURS=N
	@$(MAKE) --no-print-directory test-packages
	$(SWIFT) build $(RELEASE) --product simulatedhost
	$(SWIFT) build $(RELEASE) --product simulate
	@exec .build/release/simulate $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT)) \
	  $(if $(PERSON),--person $(PERSON)) $(if $(HOURS),--hours $(HOURS)) $(SIMULATE_ARGS)

bench: export BUILD = $(SWIFT) build $(RELEASE)
bench: build ## Run the benchmarks, one line per figure: BENCH_ARGS="--filter NAME --clips DIR --against COMMIT"
	@$(MAKE) --no-print-directory test-packages
	$(SWIFT) build $(RELEASE) --product bench
	@exec .build/release/bench $(BENCH_ARGS)

test-corpus: test-packages ## Check the clips of a folder against its manifest: CORPUS=DIR [ONLY=REGEX]
	@test -n "$(CORPUS)" || { echo "usage: make test-corpus CORPUS=DIR [ONLY=REGEX]" >&2; exit 64; }
	$(SWIFT) build $(RELEASE) --product corpus-check
	@exec .build/release/corpus-check $(CORPUS) $(if $(ONLY),'$(ONLY)')

soak: test-packages ## Check for leaks over SWIPES swipes (10 000), then 1 000 over a web feed
	$(SWIFT) build $(RELEASE) --product bench
	@.build/release/bench --soak $(SWIPES)
	@exec .build/release/bench --soak-web 1000

bench-decode: test-packages ## Measure what a clip costs: make bench-decode FILE=clip.mp4
	$(SWIFT) build $(RELEASE) --product bench
	@exec .build/release/bench --decode $(FILE)

docs: test-packages ## Regenerate the tables in README.md and docs/
	$(BUILD_TESTS)
	FLICK_WRITE_DOCS=1 $(RUN_TESTS) --no-parallel --filter 'ReadmeTests|SettingTableTests|DesktopEntryTests|ManualTests'

messages: test-packages ## Update po/flick.pot and the translations from the sources
	$(BUILD_TESTS)
	FLICK_WRITE_DOCS=1 $(RUN_TESTS) --no-parallel --filter templateMatchesTheSources
	for file in po/*.po; do msgmerge --quiet --update --no-wrap --backup=none --no-fuzzy-matching $$file po/flick.pot; done

screens: build ## Take screenshots in real terminals: OUT=FOLDER [CASES="xterm kitty …"]
	@test -n "$(OUT)" || { echo "usage: make screens OUT=FOLDER [CASES=…]" >&2; exit 64; }
	@scripts/packages.sh screens || echo "going on without what is missing"
	@exec scripts/screens.sh .build/release/flick samples "$(OUT)" $(CASES)

showcase: build ## Regenerate the screenshots and the moving picture in docs/screens
	@scripts/packages.sh showcase
	@scripts/showcase.sh .build/release/flick samples docs/screens

lint: test-packages ## Check formatting, imports, reducers and document links
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	$(BUILD_TESTS)
	@scripts/lint-imports.sh
	@scripts/lint-reducers.sh
	@scripts/lint-documents.sh

format: swift-toolchain ## Format all sources
	$(SWIFT) format --in-place --recursive $(SOURCES)

packages: swift-toolchain ## Install missing build packages, as root or with sudo
	@scripts/packages.sh --install $(FOR)

vendor: swift-toolchain ## Export all sources for an offline build: make vendor OUT=FOLDER
	@test -n "$(OUT)" || { echo "usage: make vendor OUT=FOLDER" >&2; exit 64; }
	@scripts/vendor.sh "$(OUT)"

# Install locations under the prefix.
BASH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
MANUALS = $(DESTDIR)$(PREFIX)/share/man/man1
LOCALES = $(DESTDIR)$(PREFIX)/share/locale
APPLICATIONS = $(DESTDIR)$(PREFIX)/share/applications
DOCUMENTS = $(DESTDIR)$(PREFIX)/share/doc/flick
# File managers read a cache of desktop entries; a package updates it on installation.
UPDATE_APPLICATIONS = $(if $(DESTDIR),,@if command -v update-desktop-database >/dev/null; then \
	  update-desktop-database -q $(APPLICATIONS); fi)

# Generated files for all users are in English, whatever the locale of the build.
ENGLISH = env -u LANGUAGE LC_ALL=C.UTF-8

man: build ## Generate the manual page, .build/release/flick.1
	@:

# What is installed as it is.
PAGES = README.md CHANGELOG.md LICENSE
TOPICS = $(wildcard docs/*.md)

# Needs neither Swift nor a package, and writes nothing here: root installs what a user built.
install: ## Install what `make build` made: make install PREFIX=~/.local [STRIP=no]
	@test -e .build/release/NOTICES || { \
	  echo "make install: nothing is built here; run make build first" >&2; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(MANUALS) $(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) \
	  $(FISH_COMPLETIONS) $(APPLICATIONS) $(DOCUMENTS)/docs
	install $(if $(filter no,$(STRIP)),,-s) -m 755 .build/release/flick $(DESTDIR)$(PREFIX)/bin/flick
	install -m 644 .build/release/flick.1 $(MANUALS)/flick.1
	install -m 644 .build/release/flick.bash $(BASH_COMPLETIONS)/flick
	install -m 644 .build/release/flick.zsh $(ZSH_COMPLETIONS)/_flick
	install -m 644 .build/release/flick.fish $(FISH_COMPLETIONS)/flick.fish
	install -m 644 scripts/flick.desktop $(APPLICATIONS)/flick.desktop
	install -m 644 $(PAGES) .build/release/NOTICES $(DOCUMENTS)
	install -m 644 $(TOPICS) $(DOCUMENTS)/docs
	for file in .build/release/locale/*/LC_MESSAGES/flick.mo; do test ! -e $$file || \
	  install -D -m 644 $$file $(LOCALES)/$${file#.build/release/locale/} || exit 1; done
	$(UPDATE_APPLICATIONS)

uninstall: ## Remove installed files: make uninstall PREFIX=~/.local
	rm -f $(DESTDIR)$(PREFIX)/bin/flick $(MANUALS)/flick.1 $(BASH_COMPLETIONS)/flick \
	  $(ZSH_COMPLETIONS)/_flick $(FISH_COMPLETIONS)/flick.fish $(LOCALES)/*/LC_MESSAGES/flick.mo \
	  $(APPLICATIONS)/flick.desktop $(addprefix $(DOCUMENTS)/,NOTICES $(PAGES) $(TOPICS))
	rmdir $(DOCUMENTS)/docs $(DOCUMENTS) 2>/dev/null || true
	$(UPDATE_APPLICATIONS)

package-build: build-packages
	@test -n "$(STATIC)" || { echo "make: this toolchain has no static libraries for a package" >&2; exit 1; }
	@scripts/packages.sh deb
	@$(MAKE) --no-print-directory build

deb: package-build ## Build a package for this Debian release in .build/
	+@scripts/deb.sh .build

archive: package-build ## Build a tar.gz for this Debian release in .build/
	+@scripts/archive.sh .build

release: test-packages ## As root, make a release of this commit in OUT (dist): sources, packages, archives [TESTS=no]
	@scripts/packages.sh systems
	+@scripts/release.sh $(or $(OUT),dist)

test-system: ## As root, build and test in a chroot of another Debian release: make test-system SUITE=trixie
	@test -n "$(SUITE)" || { echo "usage: make test-system SUITE=bookworm|trixie|sid" >&2; exit 64; }
	@scripts/packages.sh systems
	@scripts/test-system.sh "$(SUITE)"

samples: ## Regenerate the clips of samples/ (needs ffmpeg and espeak-ng)
	samples/make.sh

clean: ## Remove build products
	rm -rf .build .build-asan .build-tsan .build-systems

swift-toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "Flick needs the Swift 6.3 toolchain: https://www.swift.org/install/linux" >&2; exit 1; }

build-packages: swift-toolchain
	@scripts/packages.sh build

test-packages: build-packages
	@scripts/packages.sh test
