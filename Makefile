# Commands of the project come first on the path: node_modules/.bin holds a Node of its own where the machine's is older.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export REDOCLY_TELEMETRY := off
export REDOCLY_SUPPRESS_UPDATE_NOTICE := true

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install dependencies generate start mock console migrate reencrypt test test-all test-postgres test-bouncer test-citus move move-organization lint format flows check check-code check-changed contract-diff operation release chaos bench bench-operations isolation clean example first-call voice token sdks check-sdks conformance watch mcp package check-packages audit outdated talk test-runtimes

help: ## Print this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

install: dependencies ## Install what the lock files name and make what is not committed, once for each change of either
	@node scripts/generate/made.ts

dependencies:
	@scripts/node/install.sh

generate: dependencies ## Write generated/ from the contract and the migrations
	node scripts/generate.ts

start: export DEMO ?= $(if $(DATABASE_URL),0,1)
start: install ## Start the API with demo data; PostgreSQL if DATABASE_URL is set (DEMO=0: no demo data)
	@npm start --silent

example: install ## Hold a conversation with an example agent runtime on a server of its own (LLM_BASE_URL, LLM_MODEL, LLM_API_KEY)
	@node scripts/example/conversation.ts

talk: install ## Hold a spoken call with a bot of pipecat, without keys and carriers (PERSON=answers, WAV=talk.wav, LLM_BASE_URL, LLM_MODEL, LLM_API_KEY)
	@node scripts/runtimes/talk.ts

first-call: install ## Place a call on a running demo and print its two events (API=http://127.0.0.1:3000/api/v1)
	@scripts/example/first-call.sh

voice: install ## Make a voice profile, speech, effects and a story as a WAV file on a running demo (RECORDING=me.wav, STORY=story.wav)
	@scripts/example/voice.sh

token: install ## Print a session token of the demo user (WHO=admin: the super admin; API=http://127.0.0.1:3000/api/v1)
	@node scripts/token.ts $(WHO)

watch: install ## Print how running campaigns get on, a line per change (CAMPAIGN="1 2", API=, TOKEN=)
	@node scripts/watch.ts $(CAMPAIGN)

mcp: install ## Serve the tools for agents over standard input and output (API=http://127.0.0.1:3000/api/v1, API_KEY=vap_...)
	@node scripts/mcp.ts

mock: install ## Serve the contract's examples on port 4010
	@node scripts/mock.ts

console: install ## Serve the console on port 4020 for an API elsewhere (API=https://api.example.com, PORT=)
	@node scripts/console.ts

migrate: install ## Bring the database up to date
	@node src/main.ts migrate

reencrypt: install ## Encrypt what is stored with the newest of SECRET_KEYS
	@node src/main.ts reencrypt

# Every worker of the tests loads the same code.
test test-all test-postgres test-bouncer test-citus: export NODE_COMPILE_CACHE ?= $(CURDIR)/node_modules/.cache/compiled
vitest = vitest run --config test/vitest.config.ts

test: install ## Run the core tests in minutes, on PostgreSQL where its binaries are installed
	STATUS_RECORD=test node scripts/with-postgres.ts --or-embedded $(vitest) --exclude '**/*.long.test.ts'

# What is tried on the embedded database besides: the sweeps over every operation, and what is about databases. The demo, the
# simulations and all that start a server without DATABASE_URL use it in the first run already.
on-embedded = test/contract test/db test/jobs test/campaigns/sources test/campaigns/contacts test/process/tracing \
  test/process/month-sweeps test/process/backlog-queries --exclude 'test/contract/!(audit|transactions).long.test.ts' \
  --exclude 'test/db/{embedded,expand-and-contract,image,private-directory}.*'

# Which statuses were reached is looked at after the first run, with what `make test` reached.
test-all: install ## Run the tests that `make test` leaves out, and on the embedded database those about every operation and about databases
	STATUS_SWEEP=test node scripts/with-postgres.ts --or-embedded $(vitest) --maxWorkers=3 .long.test.ts
	$(vitest) $(on-embedded)

test-postgres: install ## Run all tests on a PostgreSQL of their own (or on TEST_DATABASE_URL)
	STATUS_SWEEP=1 node scripts/with-postgres.ts $(vitest)

# What relies on sessions, notifications and prepared statements, and one file of what calls.
test-bouncer: install ## Run part of the tests behind a PgBouncer in transaction mode
	PG_BOUNCER=1 node scripts/with-postgres.ts $(vitest) test/db/pooler test/db/listen test/campaigns/dialing/outcomes.long

# Left out is what looks at the coordinator for plans and figures of the node, see src/cells/README.md. With CORE=1, as .ci/run
# has it, also what takes long, and it is no error if there is no Citus.
long = --exclude 'test/{campaigns,process,telephony,webhooks}/**/*.long.test.ts'
test-citus: install ## Run part of the tests on a Citus, a coordinator and two nodes (CITUS_DEBS=folder with it, CORE=1: in minutes)
	node scripts/with-citus.ts $(if $(CORE),--or-skip) --record $(vitest) test/db/commit-in-doubt test/db/listen test/db/move.long test/jobs/jobs test/process/month-sweeps.long test/campaigns test/telephony/calls test/webhooks \
	  test/workflows/runs test/billing/usage test/cells/move-tables test/contract/tenancy \
	  $(if $(CORE),$(long)) \
	  --exclude 'test/telephony/calls/heap-only.*' --exclude 'test/webhooks/{demo,deliveries/plans}.*'

move: install ## Move a cell to another node of a Citus while it works (CELL=7 NODE=host:port DATABASE_URL=)
	@node scripts/move.ts $(CELL) $(NODE)

move-organization: install ## Move a suspended organization to a cell of a higher number (ORGANIZATION= CELL= DATABASE_URL= DIRECTORY_URL=)
	@node scripts/move-organization.ts $(ORGANIZATION) $(CELL)

lint: install ## Lint the contract, its bundle and the code
	redocly lint openapi/openapi.yaml --config openapi/redocly.yaml --format stylish --max-problems 1000 --lint-config error
	redocly lint generated/openapi.json generated/openapi-client.json generated/openapi-go.json --extends recommended-strict --format stylish
	redocly lint openapi/flows/*.yaml --extends recommended-strict --format stylish
	oxlint --type-aware --deny-warnings --report-unused-disable-directives

format: install ## Format the code
	oxfmt

flows: install ## Run the flows of openapi/flows on a demo of their own, or on a running one (API=)
	@node scripts/flows.ts

conformance: export URL ?= http://127.0.0.1:3000
conformance: install ## Hold a server against the contract (URL=http://host:port, EMAIL= PASSWORD= or TOKEN=, ADMIN_EMAIL= ADMIN_PASSWORD=, JSON=1, HAR=file)
	@node scripts/conformance/run.ts $(URL) $(if $(JSON),--json) $(if $(HAR),--har $(HAR)) $(if $(OPERATION),--operation $(OPERATION))

# The packages for Python do not wait for each other.
test-runtimes: ## Test the packages for agent runtimes with the frameworks of their requirements (NEWEST=1: the newest)
	@scripts/runtimes/test.sh

check: export CORE = 1
check: check-code flows test-runtimes test test-all test-bouncer test-citus ## Check everything: generated/, contract, code, format, types, tests

check-code: install
	node scripts/generate.ts --check
	@$(MAKE) --no-print-directory lint
	oxfmt --check
	tsc --noEmit
	tsc --noEmit --project src/console
	node scripts/contract-diff.ts --check

check-changed: dependencies ## Generate, and check the types, lint and format of what changed since the last commit, in seconds
	node scripts/generate.ts
	@node scripts/check-changed.ts

contract-diff: install ## List what changed in the contract since the last release (BASE=version, git ref or file)
	@node scripts/contract-diff.ts $(BASE)

operation: install ## Write an operation that reads, with contract, handler, test and entry (AREA=tools NAME=listToolTags)
	@node scripts/operation.ts "$(AREA)" "$(NAME)"
	node scripts/generate.ts

release: install ## Make a release: check, set versions, date the changelog, commit, tag, open the next version (VERSION=0.3.0)
	@node scripts/release.ts "$(VERSION)"

sdks: install ## Generate clients with every generator, run one scenario with each and write scripts/sdks/README.md (TARGET=orval)
	@node scripts/sdks/run.ts $(if $(TARGET),--target $(TARGET))

check-sdks: install ## Do the same without writing: fail if a client is red (TARGET=orval, LANGUAGE=typescript)
	@node scripts/sdks/run.ts --check $(if $(TARGET),--target $(TARGET)) $(if $(LANGUAGE),--language $(LANGUAGE))

package: install ## Write into dist/ what is published (PACKAGE=server, client or python, REPOSITORY=git+https://...)
	@node scripts/packages/package.ts $(PACKAGE)

check-packages: install ## Make every package, install each into an empty folder and use it (needs Python 3.11)
	CHECK_PACKAGES=1 $(vitest) test/scripts/packages

audit: install ## Check signatures and known vulnerabilities of what is installed, and say so where the registry does not answer
	@node scripts/packages/audit.ts

outdated: install ## List the dependencies of which there is a newer release
	@node scripts/packages/outdated.ts

chaos: export PG_DURABLE = 1
chaos: export MINUTES ?= 30
chaos: export RUNS ?= 10000
chaos: install ## Let everything fail while the service calls and look whether every promise was kept (RUNS=10000, MINUTES=30)
	node scripts/chaos/simulate.ts --seeds $(RUNS) $(if $(SEED),--first $(SEED))
	node scripts/chaos/kills.ts
	node scripts/with-postgres.ts node scripts/chaos/run.ts --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) $(if $(BESIDE),--beside $(BESIDE))

bench: install ## Measure speed
	node scripts/bench/run.ts

bench-operations: install ## Measure the CPU of each operation, the dearest first
	node scripts/with-postgres.ts node scripts/bench/operations.ts

isolation: install ## Measure what hostile and unlucky callers cost the others
	node scripts/bench/isolation.ts
	node scripts/with-postgres.ts node scripts/bench/isolation.ts

clean: ## Remove what was installed and made; the database of make start stays
	rm -rf node_modules scripts/node/node_modules scripts/sdks/node_modules scripts/sdks/.cache generated/server coverage dist
