import { expect, it } from "vitest";
import { withNeededPackages } from "../../../../src/ingest/starter/python-packages.ts";
import { runtimeAt } from "../../../../src/ingest/starter/runtimes.ts";
import { repositoryOf } from "./support.ts";

const PIP = "pip install -q";
const EXTRA =
  '[project]\ndependencies = ["django>=5"]\n[project.optional-dependencies]\npostgres = ["psycopg>=3"]\n[tool.tox]\ndeps = ["psycopg"]\n';

function installed(files: Readonly<Record<string, string>>, tested: readonly string[] = []) {
  const repository = repositoryOf(files);
  const lines = tested.map((command) => ({ folder: ".", command }));
  const { packages, unsure } = withNeededPackages(
    repository,
    runtimeAt(repository, ".", "python", lines)!,
    "django",
  );
  return { installs: packages.install.split(" && "), prefix: packages.prefix, unsure };
}

it.each<[string, Record<string, string>, readonly string[]]>([
  [
    "what is there, also in files that others name",
    { "requirements.txt": "-r requirements/base.txt\n", "requirements/base.txt": "Django\npsycopg2==2.9\n" },
    [`${PIP} -r requirements.txt`],
  ],
  ["the extra with the driver", { "pyproject.toml": EXTRA }, [`${PIP} .`, `${PIP} '.[postgres]'`]],
  [
    "the project, where the requirements are those of its tests",
    { "requirements.txt": "pytest\npsycopg2-binary\n", "setup.py": "install_requires=['Django>=4']" },
    [`${PIP} -r requirements.txt`, `${PIP} .`],
  ],
  [
    "another file of requirements, where the usual one is that of tools",
    {
      "requirements/dev.txt": "pytest\n",
      "requirements/common.txt": "django==5 \\\npsycopg[binary]==3 \\\n",
    },
    [`${PIP} -r requirements/dev.txt`, `${PIP} -r requirements/common.txt`],
  ],
  [
    "the file of requirements that has the driver",
    {
      "requirements.txt": "django\n",
      "requirements/docs.txt": "psycopg\n",
      "requirements/pg.txt": "psycopg[c]\n",
    },
    [`${PIP} -r requirements.txt`, `${PIP} -r requirements/pg.txt`],
  ],
  [
    "the project, whose dependencies are in a file that it names",
    {
      "pyproject.toml":
        '[project]\ndynamic = ["dependencies"]\n[tool.setuptools.dynamic]\ndependencies = { file = ["requirements.in"] }\n',
      "requirements.in": "django\npsycopg2\n",
    },
    [`${PIP} .`],
  ],
  [
    "the extra with the driver as setup.cfg has it",
    {
      "setup.py": "setup()",
      "setup.cfg":
        "[options]\ninstall_requires =\n    django\n[options.extras_require]\nmysql =\n    mysqlclient\npg =\n    x\n    psycopg2>=2\n",
    },
    [`${PIP} .`, `${PIP} '.[pg]'`],
  ],
  ["nothing, where a file has no packages", { "requirements.txt": "" }, [`${PIP} -r requirements.txt`]],
])("installs %s", (_, files, installs) => {
  const found = installed(files);
  expect(found.installs.filter((each) => each.startsWith(PIP))).toEqual(installs);
  expect(found.unsure).toEqual([]);
});

it("reads extras of setup.cfg as they are, however many there are", () => {
  const extras = `[options.extras_require]\ntest =\n${"    pytest\n".repeat(1_000)}`;
  const found = installed({
    "setup.py": "",
    "setup.cfg": `[options]\ninstall_requires =\n    django\n${extras}`,
  });
  expect(found.installs).toContain(`${PIP} .`);
});

it("installs a driver that setup.py has only among its extras", () => {
  const found = installed({
    "setup.py": "install_requires=['Django>=4'], extras_require={'pg': ['psycopg2']}",
  });
  expect(found.installs.slice(-2)).toEqual([`${PIP} .`, `${PIP} psycopg2-binary`]);
  expect(found.unsure).toEqual([expect.stringContaining("names a driver")]);
});

it.each<[string, Record<string, string>, string]>([
  ["the tests' own", { "tox.ini": "deps =\n  psycopg[binary]\n" }, "'psycopg[binary]'"],
  ["the one that needs no compiler", { "tox.ini": "deps =\n  psycopg2\n" }, "psycopg2-binary"],
  [
    "the usual one, of a file that only has tools' tables",
    { "pyproject.toml": "[tool.black]\nx = 1\n" },
    "psycopg2-binary",
  ],
])("installs a driver where no file names one, and says so: %s", (_, files, driver) => {
  const found = installed({ "requirements.txt": "django\n", ...files });
  expect(found.installs.at(-1)).toBe(`${PIP} ${driver}`);
  expect(found.unsure).toEqual([
    expect.stringMatching(/^no file that is installed names a driver of PostgreSQL/),
  ]);
});

it.each([
  ["uv.lock", "uv run --with psycopg2-binary ", "uv sync --frozen"],
  ["poetry.lock", "poetry run ", "poetry run pip install -q psycopg2-binary"],
])("adds the driver to the environment of %s", (lock, prefix, last) => {
  const found = installed({ [lock]: 'name = "django"' });
  expect([found.prefix, found.installs.at(-1)]).toEqual([prefix, last]);
});

it("reads setup.py as a file of its own, behind tables of tools", () => {
  const files = { "pyproject.toml": "[tool.black]\nx = 1\n", "setup.py": "install_requires=['django']" };
  expect(installed(files).installs.at(-1)).toBe(`${PIP} psycopg2-binary`);
});

it("installs the groups that the tests install by pip, with a pip that knows them", () => {
  const project = '[dependency-groups]\nmain = ["django", "psycopg[binary]"]\ndev = ["pytest"]\n';
  const { installs, unsure } = installed({ "pyproject.toml": project }, [
    "pip install --group main --group dev",
  ]);
  expect(installs.slice(2)).toEqual([`${PIP} --upgrade pip`, `${PIP} --group main --group dev`]);
  expect(unsure).toEqual([]);
});
