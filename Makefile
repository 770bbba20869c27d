# `make help` lists the targets. Needs Rust; a missing JDK or Chromium is installed where that is possible.

WITH := scripts/with-tools
# Where cargo puts what it builds; recipes quote it, as it may hold spaces.
RELEASE := $(or $(CARGO_TARGET_DIR),target)/release
RUNS ?= 5
REPEAT ?= 20
FUZZ ?= 600

.PHONY: build help demo test litmus litmus-all faults fuzz mutants mutants-jres soak jres bench bench-modes bench-memory bench-growth bench-analysis bench-start-up bench-rates bench-stacks bench-static programs world dist clean

build: ## build redflag and its agent, optimised (the default)
	$(WITH) cargo build --release --workspace

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

demo: build ## show redflag finding the race in demo/
	@$(WITH) scripts/demo "$(RELEASE)"

# The tests of `redflag run` need the agent's library beside the binary, which `cargo test` alone
# does not build.
test: ## formatting, lints of both languages, all tests but slow ones (make faults)
	$(WITH) scripts/ensure-rust-lints
	$(WITH) cargo fmt --all --check
	$(WITH) cargo clippy --workspace --all-targets -- -D warnings
	$(WITH) scripts/check-fuzz
	$(WITH) scripts/lint-java
	$(WITH) cargo build --workspace
	$(WITH) scripts/ensure-chromium cargo test --workspace

litmus: build ## the litmus programs, once (REDFLAG_LITMUS_JAVA, _FLAGS and _REPEAT choose how)
	$(WITH) cargo test --release --package redflag --test litmus

litmus-all: build jres ## the litmus programs 20 times, under -Xcomp and -Xint too, and on JDK 11, 21, 25
	$(WITH) scripts/litmus-all $(REPEAT)

mutants: build ## leave out one rule or kind of hook at a time: a litmus program must fail (half an hour)
	REDFLAG_LITMUS_MUTANTS=all $(WITH) cargo test --release --package redflag --test litmus

mutants-jres: build jres ## the same on JDK 11, 21 and 25, where there are other rules (hours)
	$(WITH) scripts/mutants-jres

SEED ?= 0
soak: build ## random programs against the plain detector, from seed SEED on, until stopped
	$(WITH) cargo run --release --package oracle -- --seed $(SEED)

# Needs 6 GB of memory, JREs from `make jres`, and a user who may make mount namespaces.
faults: build jres ## every fault that is tried, also those that take long: full disks, 10,000 threads, 2 GB
	$(WITH) cargo test --release --package redflag --test faults -- --include-ignored --test-threads 1

fuzz: ## fuzz the class file codec, the rewriter, the jar reader and the trace reader, FUZZ=600 seconds each (nightly Rust)
	scripts/fuzz $(FUZZ)

jres: ## fetch JREs 11, 21 and 25 into target/jres (network)
	scripts/fetch-jres

bench: build ## time the kernels, count their checks and write the tables in bench/RESULTS.md (RUNS=5)
	$(WITH) "$(RELEASE)/bench" kernels --runs $(RUNS)
	$(WITH) "$(RELEASE)/bench" rates

bench-modes: build ## time the kernels and count their checks in each mode of --checks (slow, RUNS=5)
	$(WITH) "$(RELEASE)/bench" modes --runs $(RUNS)

bench-memory: build ## find the smallest -Xmx that each kernel needs (slow)
	$(WITH) "$(RELEASE)/bench" memory

bench-growth: build ## time the kernels with more threads and other heaps (slow, RUNS=5)
	$(WITH) "$(RELEASE)/bench" threads --runs $(RUNS)
	$(WITH) "$(RELEASE)/bench" heaps --runs $(RUNS)

bench-analysis: build ## time the rewriting of all classes of the JDK, by mode (RUNS=5)
	$(WITH) "$(RELEASE)/bench" analysis --runs $(RUNS)

bench-start-up: build ## time the start of hello world and of a program of 9,000 classes (RUNS=5)
	$(WITH) "$(RELEASE)/bench" start-up --runs $(RUNS)

bench-rates: build ## run each kernel once: same result, no race; count what checks do
	$(WITH) "$(RELEASE)/bench" rates

bench-stacks: build ## count the races of the last `make programs` that have both stacks; time the keeping of stacks (RUNS=5)
	$(WITH) "$(RELEASE)/bench" stacks --runs $(RUNS)

bench-static: build ## time `redflag check` on jars, cold and warm, and javac on the sources of some; count what is surely true (network, RUNS=5)
	$(WITH) "$(RELEASE)/bench" static --runs $(RUNS)
	$(WITH) "$(RELEASE)/bench" certainty

programs: build ## run real programs under redflag, judge the outcome, write bench/RACES.md (network; PROGRAMS=names)
	$(WITH) "$(RELEASE)/bench" programs $(PROGRAMS)
	$(WITH) "$(RELEASE)/bench" races

world: build ## JaCoCo, Mockito and Maven with and without redflag: a table (network)
	$(WITH) scripts/world "$(RELEASE)"

dist: build ## make target/dist/redflag-<version>-<arch>-linux.tar.gz
	$(WITH) scripts/dist

clean: ## remove everything built
	rm -rf target
