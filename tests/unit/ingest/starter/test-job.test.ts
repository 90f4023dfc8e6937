import { expect, it } from "vitest";
import { testJobOf, versionOfImage } from "../../../../src/ingest/starter/test-job.ts";
import { repositoryOf } from "./support.ts";

const TESTS = `
env: { SHARED: yes, TOKEN: "\${{ secrets.TOKEN }}" }
jobs:
  lint: { steps: [{ run: npm run lint }] }
  test:
    strategy: { matrix: { pg: [14, 16], ruby: ["3.3"] } }
    services: { db: { image: "postgres:\${{ matrix.pg }}", env: { POSTGRES_PASSWORD: x, LANG: de_DE.utf8 } } }
    env: { DB_HOST: localhost, SECRET_KEY: x, CI: true }
    steps:
      - uses: actions/checkout@v4
      - uses: ruby/setup-ruby@v1
        with: { ruby-version: "\${{ matrix.ruby }}", bundler-cache: true, token: "\${{ github.token }}" }
      - run: "npm ci --ignore-scripts  # as the lock has them"
        working-directory: ./web
      - run: pnpm build:server
        working-directory: web/
      - run: |
          sudo apt-get update && sudo apt-get -qq install -y --no-install-recommends \\
            libshop-dev $MORE -t stable g++ postgresql-client-16
      - run: server &
        env: { SHOP_DB_URL: "postgres://localhost/x", PORT: 1 }
      - run: pip install "$(cat names)" & pip install names
      - run: |
          bin/rails db:create
          bin/rails db:migrate
          curl -X POST localhost/migrate
          bundle exec rspec --tag \${{ matrix.ruby }}
        env: { RAILS_ENV: test }
`;

it("reads the server, the environment, the languages and the command of the job that tests", () => {
  const job = testJobOf(
    repositoryOf({
      ".github/workflows/a-deploy.yml": "jobs: { deploy: { steps: [{ run: make test }] } }",
      ".github/workflows/ci.yml": TESTS,
      ".github/workflows/broken.yml": "jobs: [",
    }),
    ".",
  );
  expect(job).toEqual({
    file: ".github/workflows/ci.yml",
    image: "postgres:16",
    imageVariables: { LANG: "de_DE.utf8" },
    env: { SHARED: "yes", SECRET_KEY: "x", RAILS_ENV: "test" },
    connection: { DB_HOST: "localhost", SHOP_DB_URL: "postgres://localhost/x" },
    installs: [{ folder: "web", command: "npm ci --ignore-scripts" }],
    builds: [{ folder: "web", command: "build:server" }],
    migrates: [{ folder: ".", command: "bin/rails db:migrate" }],
    copies: [],
    folders: ["web"],
    tools: [{ uses: "ruby/setup-ruby@v1", with: { "ruby-version": "3.3", "bundler-cache": true } }],
    apt: ["libshop-dev", "g++"],
    test: "bundle exec rspec --tag 3.3",
  });
});

it("answers nothing where no job tests, or has a PostgreSQL", () => {
  expect(
    testJobOf(repositoryOf({ ".github/workflows/a.yml": "jobs: { a: { steps: [{ run: make }] } }" }), "."),
  ).toBeNull();
});

it("takes tests of another language for those of a front end, unless they have a PostgreSQL", () => {
  const workflow = (run: string, services = "{}") =>
    `jobs: { test: { services: ${services}, steps: [{ run: ${run} }] } }`;
  const files = {
    ".github/workflows/a.yml": workflow("npm test"),
    ".github/workflows/b.yml": workflow("pytest"),
  };
  const testOf = (more: Readonly<Record<string, string>>, runtime?: string) =>
    testJobOf(repositoryOf({ ...files, ...more }), ".", runtime)?.test;
  expect(["python", "node", "none", undefined].map((runtime) => testOf({}, runtime))).toEqual([
    "pytest",
    "npm test",
    "npm test",
    "npm test",
  ]);
  const served = { ".github/workflows/b.yml": workflow("npm test", "{ db: { image: postgres } }") };
  expect(testOf(served, "python")).toBe("npm test");
  expect(testOf({ ".github/workflows/b.yml": "" }, "ruby")).toBeUndefined();
});

it("leaves out packages that may not be the system's own", () => {
  const workflow = (run: string) =>
    `jobs: { test: { steps: [{ run: ${run} }, { run: sudo apt-get install -y shop }, { run: make test }] } }`;
  const aptOf = (run: string) =>
    testJobOf(repositoryOf({ ".github/workflows/a.yml": workflow(run) }), ".")!.apt;
  expect(aptOf("make")).toEqual(["shop"]);
  expect(aptOf("sudo add-apt-repository ppa:acme/shop")).toEqual([]);
  expect(aptOf("echo deb x | sudo tee /etc/apt/sources.list.d/shop.list")).toEqual([]);
});

const SERVICE = (image: string, folder: string) => `
jobs:
  test:
    services: { db: { image: "${image}" } }
    defaults: { run: { working-directory: "${folder}" } }
    steps: [{ run: npm test }]
`;

it.each([
  ["a", "postgres:15"],
  ["b/db/migrations", "postgres:16"],
  ["c", "postgres:15"],
])("takes the job of the part of the repository in which the schema lies: %s", (place, image) => {
  const repository = repositoryOf({
    ".github/workflows/a.yml": SERVICE("postgres:15", "a"),
    ".github/workflows/b.yml": SERVICE("postgres:16", "b"),
  });
  expect(testJobOf(repository, place)?.image).toBe(image);
});

it.each([
  ["postgres:16-alpine", 16],
  ["docker.io/library/postgres:17.2", 17],
  ["pgvector/pgvector:pg18", 18],
  ["timescale/timescaledb:latest-pg15", 15],
  ["postgres:9.6", null],
  ["postgres", null],
])("knows the version of %s", (image, version) => {
  expect(versionOfImage(image)).toBe(version);
});

it("fills variables from the matrix, and takes PostgreSQL of several databases", () => {
  const job = `
jobs:
  test:
    strategy: { matrix: { db: [sqlite, postgres, mysql], python: ["3.12", "3.13"] } }
    services: { db: { image: "postgres:16" } }
    steps:
      - run: uv run tox -v
        env: { DB: "\${{ matrix.db }}", PYTHON: "\${{ matrix.python }}" }
`;
  expect(testJobOf(repositoryOf({ ".github/workflows/ci.yml": job }), ".")).toMatchObject({
    env: { DB: "postgres", PYTHON: "3.13" },
    test: "uv run tox -v",
  });
});

it("reads the steps of the repository's own actions", () => {
  const workflow = `
jobs:
  test:
    strategy: { matrix: { python: ["3.9", "3.10"] } }
    services: { db: { image: "postgres:16" } }
    steps:
      - uses: ./.github/actions/install/
        with: { version: "\${{ matrix.python }}" }
      - uses: ./elsewhere
      - run: pytest
`;
  const action = `
inputs: { version: {}, group: { default: test } }
runs:
  using: composite
  steps:
    - { uses: actions/setup-python@v6, with: { python-version: "\${{ inputs.version }}" } }
    - { run: "uv sync --group \${{ inputs.group }}", shell: bash }
`;
  const files = { ".github/workflows/ci.yml": workflow, ".github/actions/install/action.yml": action };
  expect(testJobOf(repositoryOf(files), ".")).toMatchObject({
    installs: [{ folder: ".", command: "uv sync --group test" }],
    tools: [{ uses: "actions/setup-python@v6", with: { "python-version": "3.10" } }],
    test: "pytest",
  });
});

it("knows tests that run under coverage", () => {
  const workflow = "jobs: { a: { steps: [{ run: coverage run --source=shop -m pytest -v }] } }";
  expect(testJobOf(repositoryOf({ ".github/workflows/a.yml": workflow }), ".")?.test).toBe(
    "coverage run --source=shop -m pytest -v",
  );
});
