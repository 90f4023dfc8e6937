import { expect, it } from "vitest";
import { runtimeAt } from "../../../../src/ingest/starter/runtimes.ts";
import type { InstallLine } from "../../../../src/ingest/starter/test-job.ts";
import { repositoryOf } from "./support.ts";

const at = (folder: string, ...commands: readonly string[]): readonly InstallLine[] =>
  commands.map((command) => ({ folder, command }));
const CHECKS: Readonly<Record<string, string>> = { uv: "uv cache dir", poetry: "poetry env list" };
const brought = (tool: string, folder = tool, what = tool) => {
  const place = `~/.cache/plumbline/${folder}`;
  const bring = `python3 -m venv ${place} && ${place}/bin/pip install -q ${what} && hash -r`;
  return `PATH=${place}/bin:$PATH && { ${CHECKS[tool]} 2>&1 || { ${bring}; }; } > /dev/null && `;
};
const VENV = "python3 -m venv .venv && . .venv/bin/activate && pip install -q";

it.each<[string, Record<string, string>, readonly InstallLine[], string]>([
  [
    "files of pip, and what comes besides",
    { "requirements.txt": "", "requirements/ci.txt": "" },
    at(
      ".",
      "python -m pip install --upgrade pip",
      "pip install -r requirements/ci.txt",
      "pip install psycopg2",
    ),
    `${VENV} -r requirements/ci.txt && pip install -q psycopg2`,
  ],
  [
    "what old packages are built with",
    { "requirements.txt": "" },
    at(
      ".",
      "python -m pip install --upgrade pip wheel setuptools==58.0.1",
      "pip install -r requirements.txt",
    ),
    `${VENV} --upgrade pip wheel setuptools==58.0.1 && pip install -q -r requirements.txt`,
  ],
  [
    "extras of the package",
    { "pyproject.toml": "" },
    at(".", "pip install -e .[test,postgres]"),
    `${VENV} -e .[test,postgres]`,
  ],
  [
    "groups of uv",
    { "uv.lock": "" },
    at(".", "uv sync --locked --all-extras"),
    `${brought("uv")}uv sync --frozen --all-extras`,
  ],
  [
    "extras in quotes, and no folder of a user",
    { "pyproject.toml": "", "requirements.txt": "" },
    at(".", "pip install --user '.[test]'"),
    `${VENV} '.[test]'`,
  ],
  [
    "poetry without the project",
    { "poetry.lock": "" },
    at(".", "poetry install --no-interaction --no-root"),
    `${brought("poetry")}poetry install --no-interaction --no-root`,
  ],
  [
    "groups of poetry",
    { "poetry.lock": "" },
    at(".", "poetry install --no-root", "poetry install --no-interaction --with dev"),
    `${brought("poetry")}poetry install --no-interaction --with dev`,
  ],
  [
    "the extra with the driver",
    {
      "uv.lock": "",
      "pyproject.toml": '[project.optional-dependencies]\ndocs = ["sphinx"]\npostgres = [\n  "psycopg2"\n]\n',
    },
    [],
    `${brought("uv")}uv sync --frozen --extra postgres`,
  ],
  [
    "the group with the driver, which uv does not install by itself",
    {
      "uv.lock": "",
      "pyproject.toml":
        '[dependency-groups]\ndev = ["pytest"]\nproduction = ["gunicorn", "psycopg[c]"]\n\n[tool.x]\n',
    },
    [],
    `${brought("uv")}uv sync --frozen --group production`,
  ],
  [
    "no group of the driver that is there by itself",
    { "uv.lock": "", "pyproject.toml": '[dependency-groups]\ndev = ["psycopg[c]"]\n' },
    [],
    `${brought("uv")}uv sync --frozen`,
  ],
  [
    "the extra of poetry with the driver",
    { "poetry.lock": "", "pyproject.toml": '[tool.poetry.extras]\npg = ["psycopg2-binary"]\n\n[tool.x]\n' },
    [],
    `${brought("poetry")}poetry install --no-interaction --extras pg`,
  ],
  [
    "the version of uv that the project requires",
    {
      "uv.lock": "",
      "pyproject.toml":
        '[tool.black]\nrequired-version = "25"\n[tool.uv]\npackage = false\nrequired-version = "==0.6.*"\n',
    },
    [],
    `${brought("uv", "uv-0.6.-", "'uv==0.6.*'")}uv sync --frozen`,
  ],
  [
    "that of uv's own file, and of one version",
    {
      "uv.lock": "",
      "uv.toml": 'required-version = "0.5.21"',
      "pyproject.toml": '[tool.uv]\nrequired-version = "1"\n',
    },
    [],
    `${brought("uv", "uv-0.5.21", "uv==0.5.21")}uv sync --frozen`,
  ],
  [
    "no version of another tool",
    { "uv.lock": "", "pyproject.toml": '[tool.uv]\n[tool.ruff]\nrequired-version = "0.9"\n' },
    [],
    `${brought("uv")}uv sync --frozen`,
  ],
  [
    "the version of poetry that the project requires",
    { "poetry.lock": "", "pyproject.toml": '[tool.poetry]\nrequires-poetry = "^2.1"\n' },
    [],
    `${brought("poetry", "poetry-from-2.1-3", "'poetry>=2.1,<3'")}poetry install --no-interaction`,
  ],
  ...(
    [
      ["^0.9", "-from-0.9-0.10", "'poetry>=0.9,<0.10'"],
      ["~2.1.4", "-from-2.1.4-2.2", "'poetry>=2.1.4,<2.2'"],
      [">= 2.0 <3.0", "-from-2.0-3.0", "'poetry>=2.0,<3.0'"],
      ["^1.8 || ^2.0", "", "poetry"],
      ["*", "", "poetry"],
    ] as const
  ).map(([said, folder, what]): [string, Record<string, string>, readonly InstallLine[], string] => [
    `poetry's ${said} in pip's words, if it has any`,
    { "poetry.lock": "", "pyproject.toml": `[tool.poetry]\nrequires-poetry = "${said}"\n` },
    [],
    `${brought("poetry", `poetry${folder}`, what)}poetry install --no-interaction`,
  ]),
  [
    "by npm's other command, where the tests do",
    { "package-lock.json": "" },
    at(".", "npm i", "npm install --global vercel"),
    "npm install",
  ],
  [
    "options of npm",
    { "package-lock.json": "" },
    at(".", "npm ci --legacy-peer-deps"),
    "npm ci --legacy-peer-deps",
  ],
  ["no other package", { "package-lock.json": "" }, at(".", "npm install --global vercel"), "npm ci"],
  [
    "no file that is not there",
    { "requirements.txt": "" },
    at(".", "pip install -r x.txt"),
    `${VENV} -r requirements.txt`,
  ],
  [
    "no other folder",
    { "requirements.txt": "" },
    at("docs", "pip install -r y.txt"),
    `${VENV} -r requirements.txt`,
  ],
])("installs what the tests install: %s", (_, files, tested, install) => {
  const runtime = Object.keys(files).some((file) => file.startsWith("package")) ? "node" : "python";
  expect(runtimeAt(repositoryOf(files), ".", runtime, tested)).toMatchObject({ install });
});

it.each([
  [
    '[tool.hatch.envs.a]\npython = "3.13"\n[project]\nrequires-python = ">=3.12"',
    "12 <= sys.version_info[1]",
    "python3.12",
  ],
  ['[tool.poetry.dependencies]\npython = "^3.10"', "10 <= sys.version_info[1]", "python3.10"],
  ['[project]\nrequires-python = ">=3.10, <3.13"', "10 <= sys.version_info[1] < 13", "python3.12"],
  ['[project]\nrequires-python = "==3.11.*"', "11 <= sys.version_info[1] < 12", "python3.11"],
  ['[project]\nrequires-python = "~=3.11.4"', "11 <= sys.version_info[1] < 12", "python3.11"],
  ['[project]\nrequires-python = "~=3.11"', "11 <= sys.version_info[1]", "python3.11"],
  ['[tool.poetry.dependencies]\npython = "~3.11"', "11 <= sys.version_info[1] < 12", "python3.11"],
  ["3.11.4", "11 <= sys.version_info[1] < 12", "python3.11"],
  ["3.12", "12 <= sys.version_info[1]", "python3.12"],
])("takes a Python that the project allows: %s", (project, fits, named) => {
  const isPin = project.startsWith("3");
  const pinned = isPin ? { ".python-version": `${project}\n` } : {};
  const files = { "pyproject.toml": isPin ? "" : project, ...pinned };
  const python = `$(python3 -c 'import sys; sys.exit(not ${fits})' && echo python3 || echo ${named})`;
  const install = `${VENV} .`.replace("python3 -m", `${python} -m`);
  expect(runtimeAt(repositoryOf(files), ".", "python")).toMatchObject({ install });
});

const ENGINES = (node: string) => JSON.stringify({ engines: { node } });

it.each<[string, Record<string, string>, number | null, string]>([
  ["engines", { "package.json": ENGINES(">=22.13") }, 22, "npm install"],
  [
    "engines of a newer one than is pinned",
    { "package.json": ENGINES("^24"), ".nvmrc": "22" },
    24,
    "npm install",
  ],
  ["a pin alone", { "package.json": "{}", ".node-version": "v24.1.0\n" }, 24, "npm install"],
  [
    "engines that are there anyhow",
    { "package.json": ENGINES("18 || 22"), ".nvmrc": "22" },
    null,
    "npm install",
  ],
  ["a name", { "package.json": "{}", ".nvmrc": "lts/jod" }, null, "npm install"],
  ["an upper limit", { "package.json": ENGINES("<23") }, null, "npm install"],
  [
    "pnpm's own need",
    { "package.json": '{"packageManager":"pnpm@11.5.1"}', "pnpm-lock.yaml": "lockfileVersion: '9.0'" },
    22,
    "npx --yes pnpm@11.5.1 install --frozen-lockfile",
  ],
])("brings a Node.js where the machine's is too old: %s", (_, files, least, install) => {
  const brought = `{ [ "$(node --version | cut -c2- | cut -d. -f1)" -ge ${least} ] || PATH="$(npx --yes -p node@${least} -c 'dirname "$(command -v node)"'):$PATH"; } && `;
  expect(runtimeAt(repositoryOf(files), ".", "node")).toMatchObject({
    install: `${least === null ? "" : brought}${install}`,
  });
});

const NARROW = (node: string, lock: string) => ({ "package.json": ENGINES(node), [lock]: "" });
const EXACT = (version: string, pattern: string) =>
  `{ node --version | grep -q '${pattern}' || PATH="$(npx --yes -p node@${version} -c 'dirname "$(command -v node)"'):$PATH"; } && `;

it.each<[string, Record<string, string>, string]>([
  ["one version, of pnpm", NARROW("22.14.0", "pnpm-lock.yaml"), EXACT("22.14.0", "^v22[.]14[.]0$")],
  ["one minor version", NARROW("~22.14.1", "yarn.lock"), EXACT("22.14", "^v22[.]14[.]")],
  ["one minor version, with x", NARROW("22.14.x", "yarn.lock"), EXACT("22.14", "^v22[.]14[.]")],
  ["one major version", NARROW("^22.3.1", "yarn.lock"), EXACT("22", "^v22[.]")],
  ["one major version, with x", NARROW("20.x", "pnpm-lock.yaml"), EXACT("20", "^v20[.]")],
  ["versions from one on", NARROW(">=20.1", "yarn.lock"), ""],
  ["one version, of npm, which warns", NARROW("20.1.0", "package-lock.json"), ""],
])("brings the Node.js that the package manager insists on: %s", (_, files, before) => {
  const install = runtimeAt(repositoryOf(files), ".", "node")?.install ?? "";
  expect(install.replace(/(?:npx --yes (?:pnpm|yarn)|npm) .*/, "")).toBe(before);
});

it("lets yarn have a Node.js that it would refuse, where npx runs on none so old", () => {
  expect(runtimeAt(repositoryOf(NARROW("14.x", "yarn.lock")), ".", "node")).toMatchObject({
    install: "npx --yes yarn install --ignore-engines --frozen-lockfile",
  });
});

it("runs in the folder in which the tests install", () => {
  const files = { "api/requirements.txt": "", "api/app/alembic.ini": "" };
  const tested = at("api", "pip install -r requirements.txt");
  expect(runtimeAt(repositoryOf(files), "api/app", "python", tested)).toMatchObject({ folder: "api" });
});

const FIRST_OF = (names: string, check: string, last: string) =>
  `$(for p in ${names}; do $p -c '${check}' 2>&- && echo $p && exit; done; echo ${last})`;

it.each<[string, Record<string, string>, string | undefined, string]>([
  ["nothing else is said", { "requirements.txt": "" }, "3.12", FIRST_OF("python3.12 python3", "", "python3")],
  [
    "the project allows it",
    { "pyproject.toml": '[project]\nrequires-python = ">=3.9"' },
    "3.12.4",
    FIRST_OF("python3.12 python3", "import sys; sys.exit(not 9 <= sys.version_info[1])", "python3.9"),
  ],
  [
    "the requirements were compiled with it",
    { "requirements.txt": "# This file is autogenerated by pip-compile with Python 3.13\n" },
    undefined,
    FIRST_OF("python3.13 python3", "", "python3"),
  ],
  ["none is named", { "requirements.txt": "" }, "pypy3.10", "python3"],
])("takes the Python of the tests first: %s", (_, files, tested, python) => {
  const { install } = runtimeAt(repositoryOf(files), ".", "python", [], tested)!;
  expect(install.startsWith(`${python} -m venv .venv`)).toBe(true);
});
