import { expect, it } from "vitest";
import { flaskApplication } from "../../../../../src/ingest/starter/families/flask.ts";
import { programs } from "../../../../../src/ingest/starter/families/programs.ts";
import { repositoryOf } from "../support.ts";

it.each<[string, Record<string, string>, Record<string, string>]>([
  ["nothing where flask finds it", { "app.py": "app = Flask(__name__)", "run.py": "create_app()" }, {}],
  ["the file that makes it", { "run.py": "app = create_app()", "x.py": "" }, { FLASK_APP: "run.py" }],
  [
    "the package that makes it",
    { "shop/__init__.py": "Flask(__name__)", "tests/__init__.py": "Flask(" },
    { FLASK_APP: "shop" },
  ],
  ["nothing where there is none", { "shop/x.py": "Flask(" }, {}],
])("names %s", (_, files, env) => {
  expect(flaskApplication(repositoryOf(files), ".")).toEqual(env);
});

it.each([
  ["of Flask's application", "from flask import current_app", ["Flask-Migrate"]],
  ["of another framework", "from litestar import config", []],
])("knows migrations %s by their env.py", (_, environment, tools) => {
  const files = {
    "migrations/env.py": environment,
    "migrations/alembic.ini": "[alembic]",
    "migrations/script.py.mako": "",
    "migrations/versions/0123_a.py": "",
  };
  expect(programs(repositoryOf(files)).map(({ tool }) => tool)).toEqual(tools);
});

it("says that the tables come from elsewhere, if the first version changes some", () => {
  const files = {
    "migrations/env.py": "from flask import current_app",
    "migrations/versions/a.py": 'down_revision = None\nop.add_column("user", x)',
  };
  const [found] = programs(repositoryOf(files));
  expect(found!.unsure.join()).toContain("migrations/versions/a.py, the first migration, changes tables");
});
