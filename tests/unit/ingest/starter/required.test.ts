import { describe, expect, it } from "vitest";
import { inventedValue, requiredNames } from "../../../../src/ingest/starter/required.ts";

describe("variables that a program in Python requires", () => {
  it("are those that it reads without another value", () => {
    const text = `import os
from decouple import config
KEY = os.environ["KEY"]
os.environ["SET"] = "x"
HOST = os.getenv("HOST")
A = config("A")
B = config("B", default="x")
C = config("C", cast=int)
D = env.bool("D")
E = env("E", default=None)
`;
    expect(requiredNames([text, text])).toEqual([
      { name: "KEY", type: "str" },
      { name: "A", type: "str" },
      { name: "C", type: "int" },
      { name: "D", type: "bool" },
    ]);
  });

  it("are those that it reads into a number, or calls a method of", () => {
    const text = `import os
DOCKER = int(os.getenv("USE_DOCKER"))
RATIO = float( os.environ.get("RATIO") )
ORIGINS = os.getenv("ORIGINS").split(",")
HOST = os.getenv("HOST")
print(os.getenv("SHOWN"))
PORT = int(os.getenv("PORT", 80))
LIMIT = int(os.getenv("LIMIT") or 5)
`;
    expect(requiredNames([text])).toEqual([
      { name: "USE_DOCKER", type: "int" },
      { name: "RATIO", type: "float" },
      { name: "ORIGINS", type: "str" },
    ]);
  });

  it("are not those for which django-environ is given a value", () => {
    const text = `import environ
env = environ.FileAwareEnv(
    PLACE=(str, str(root("a", "b(c)"))),
    DEBUG=(bool, False),
    HOSTS=(list, ["a"]),
    TYPED=str,
)
PLACE = env("PLACE")
DEBUG = env("DEBUG")
HOSTS = env("HOSTS")
TYPED = env("TYPED")
`;
    expect(requiredNames([text])).toEqual([{ name: "TYPED", type: "str" }]);
  });

  it("are not those for which a dictionary of another file has a value", () => {
    const texts = [
      'import environ\nenv = environ.Env(**LOGS)\nKEEP = env("SHOP_LOG_KEEP")\nKEY = env("SHOP_KEY")\n',
      'LOGS = {\n    "SHOP_LOG_KEEP": (bool, True),\n}\n',
    ];
    expect(requiredNames(texts)).toEqual([{ name: "SHOP_KEY", type: "str" }]);
  });

  it("are not those that are looked for before they are read", () => {
    const text = `import os
A = json.loads(os.environ["A"]) if "A" in os.environ else None
if os.environ.get('B'):
    B = os.environ["B"]
C = os.environ["C"]
if os.environ.get("C") == "x":
    pass
`;
    expect(requiredNames([text]).map(({ name }) => name)).toEqual(["C"]);
  });

  it("have the prefix that django-environ puts before all", () => {
    const text = 'import environ\nenv.prefix = "SHOP_"\nKEY = env("KEY")\nOTHER = os.environ["OTHER"]\n';
    expect(requiredNames([text]).map(({ name }) => name)).toEqual(["SHOP_KEY", "OTHER"]);
  });

  it("are not looked for in other languages", () => {
    expect(requiredNames(['import x from "y";\nconst a = env("A");\n'])).toEqual([]);
  });

  it.each([
    ["PORT", "int", "1"],
    ["SENTRY_DSN", "str | None", ""],
    ["SENTRY_DSN", "Optional[str]", ""],
    ["TIMEOUT", "int | None", "1"],
    ["API", "HttpUrl | None", "http://localhost"],
    ["DEBUG", "bool", "false"],
    ["ADMIN", "EmailStr", "nobody@example.com"],
    ["CELERY_BROKER_URL", "str", "redis://localhost:6379/0"],
    ["HOSTS", "list[str]", "[]"],
    ["SITE_URL", "AnyHttpUrl", "http://localhost"],
    ["TEST_DATABASE_URL", "str", "postgresql://localhost/none"],
    ["JWT_ALGORITHM", "str", "HS256"],
  ])("gets a value of its kind: %s, a %s", (name, type, value) => {
    expect(inventedValue(name, type)).toBe(value);
  });

  it("gets a text of the length that keys must have", () => {
    expect(inventedValue("SECRET_KEY", "str").length).toBeGreaterThanOrEqual(32);
  });
});
