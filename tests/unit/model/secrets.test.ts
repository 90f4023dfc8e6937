import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlumblineError } from "../../../src/model/errors.ts";
import { passwordsIn, redact, secretsOf } from "../../../src/model/secrets.ts";

const JWT = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiIxMjM0NTYiLCJleHAiOjE3fQ.c2lnbmF0dXJl-x_y";

describe("redact", () => {
  it.each([
    ["postgres://bench:hunter2@db.example/x", "postgres://bench:***@db.example/x"],
    ["postgres://:hunter2@db/x", "postgres://:***@db/x"],
    ["postgres://bench:p%40ss%2Fw@db/x?sslmode=require", "postgres://bench:***@db/x?sslmode=require"],
    ["postgres://bench:p@ss/w?x#y@db/x", "postgres://bench:***@db/x"],
    [
      "cannot reach postgres://a:one@h1,h2/x or postgres://b:two@h3/y",
      "cannot reach postgres://a:***@h1,h2/x or postgres://b:***@h3/y",
    ],
    [
      "postgres://db/x?user=bench&password=hunter2&sslmode=require",
      "postgres://db/x?user=bench&password=***&sslmode=require",
    ],
    ["host=db user=bench password=hunter2 dbname=x", "host=db user=bench password=*** dbname=x"],
    ["host=db password = 'two words \\' quoted' dbname=x", "host=db password = *** dbname=x"],
    ["PGPASSWORD=hunter2 psql", "PGPASSWORD=*** psql"],
    ["sslpassword=hunter2", "sslpassword=***"],
    [
      "host=db scram_client_key=a2V5 scram_server_key='a2V5'",
      "host=db scram_client_key=*** scram_server_key=***",
    ],
    ["postgres://db/x?oauth_client_secret=a2V5&user=b", "postgres://db/x?oauth_client_secret=***&user=b"],
    ["+ POSTGRES_PASSWORD=hunter2 initdb", "+ POSTGRES_PASSWORD=*** initdb"],
    ['PGPASSWORD="hunter2" psql', "PGPASSWORD=*** psql"],
    ["Authorization: token ghs_0123456789abcdefghij", "Authorization: token ***"],
    ["got ghs_0123456789abcdefghij", "got ghs_***"],
    [`remote: ghs_123456_${JWT}, done`, "remote: ghs_***, done"],
    [`got ${JWT}.`, "got ***."],
    ["an unsigned eyJhbGciOiJub25lIn0.eyJhIjoxfQ.", "an unsigned ***"],
    ["glpat-abcdefghijklmnopqrst, AKIAIOSFODNN7EXAMPLE", "glpat-***, AKIA***"],
    ['{"user":"x","password":"two words","port":5}', '{"user":"x","password":***,"port":5}'],
    ['"password" : "a\\"b"', '"password" : ***'],
    ["  password: hunter2 # of bench", "  password: *** # of bench"],
    ["PGPASSWORD: 'it''s'", "PGPASSWORD: ***"],
    ["ALTER ROLE a PASSWORD 'it''s' VALID UNTIL", "ALTER ROLE a PASSWORD *** VALID UNTIL"],
    ["CREATE USER a WITH ENCRYPTED PASSWORD E'a\\'b';", "CREATE USER a WITH ENCRYPTED PASSWORD ***;"],
    ["Authorization: Bearer abc.def", "Authorization: Bearer ***"],
    ["curl -H 'Authorization: Basic dXNlcjpw' http://a", "curl -H 'Authorization: Basic ***' http://a"],
    ['{"authorization":"token abc"}', '{"authorization":"token ***"}'],
    ["sent Bearer abcdefghijklmnop", "sent Bearer ***"],
    ["github_pat_11ABCDEFG0123456789_abcdefghijkl", "github_pat_***"],
  ])("hides what is secret in %j", (text, hidden) => {
    expect(redact(text)).toBe(hidden);
  });

  it.each([
    "postgres://bench@db.example:5432/x",
    "http://127.0.0.1:8080/path",
    'password authentication failed for user "bench"',
    "see https://github.com/acme/db/actions/runs/77",
    "password_encryption = scram-sha-256",
    "ALTER ROLE a PASSWORD NULL",
    "the bearer of bad news",
    "enter password:\nno password was given",
    "a glass-cannon-of-many-words, ghost_stories_of_winter, asia_minor_and_more",
  ])("leaves %j as it is", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("hides every part of a token that holds a JWT, wherever it stands", () => {
    const part = fc.stringMatching(/^[\w-]{1,80}$/);
    const place = fc.constantFrom(" ", "\n", '"', "'", "(", "=", "@", ",");
    fc.assert(
      fc.property(part, part, part, place, (header, payload, signature, beside) => {
        const token = `ghs_1234567890_eyJ${header}.${payload}.${signature}`;
        expect(redact(`${beside}${token}${beside}`)).toBe(`${beside}ghs_***${beside}`);
      }),
      { seed: 7 },
    );
  });

  it("hides any password that JSON, YAML or SQL can quote", () => {
    const text = fc.string({ minLength: 1, unit: "grapheme" }).filter((each) => !/[\\\n\r]/.test(each));
    fc.assert(
      fc.property(text, (password) => {
        const quoted = `'${password.replaceAll("'", "''")}'`;
        expect(redact(`{"password": ${JSON.stringify(password)}, "a": 1}`)).toBe('{"password": ***, "a": 1}');
        expect(redact(`ALTER ROLE a PASSWORD ${quoted};`)).toBe("ALTER ROLE a PASSWORD ***;");
        expect(redact(`password: ${quoted} # a`)).toBe("password: *** # a");
      }),
      { seed: 9 },
    );
  });

  it("takes no longer than the text is long", () => {
    for (const piece of ["eyJabcdefg-", "password: '", "password 'a", "bearer ", "ghs_aaaaaaaaaaaa."])
      expect(redact(piece.repeat(20_000)).length).toBeGreaterThan(0);
  });

  it("hides any password that can be part of a URL, and finds it as written and as meant", () => {
    const password = fc
      .string({ minLength: 1, unit: "grapheme" })
      .filter((text) => text.trim() === text && text !== "***");
    fc.assert(
      fc.property(password, (text) => {
        const written = encodeURIComponent(text);
        const url = `postgres://bench:${written}@db.example/x`;
        expect(redact(url)).toBe("postgres://bench:***@db.example/x");
        expect(passwordsIn(url)).toEqual(expect.arrayContaining([written, text]));
      }),
      { seed: 5 },
    );
  });
});

it("finds the password that a variable is given", () => {
  expect(passwordsIn('DB_PASSWORD="hunter2" PGPASSWORD=hunter3 run')).toEqual(
    expect.arrayContaining(["hunter2", "hunter3"]),
  );
});

it("errors carry no secret, neither in the message nor in the remedy", () => {
  const error = new PlumblineError("target", "no answer from postgres://a:hunter2@h", {
    remedy: "psql 'host=h password=hunter2'",
  });
  expect(`${error.message} ${error.remedy}`).not.toContain("hunter2");
});

describe("the secrets of an environment", () => {
  const URL = "postgres://bench:swordfish@127.0.0.1:5432/postgres";

  it.each([
    [{ DSN: "postgres://u:hunter2@h/db" }, "connecting as u with hunter2", "connecting as u with ***"],
    [{ CONNECTION: "host=h password='two words'" }, "got two words", "got ***"],
    [{ LICENSE: "abc123" }, "licensed to abc123, PORT=5432", "licensed to ***, PORT=5432"],
    [{ PGPASSWORD: "hunter2" }, "psql -phunter2", "psql -p***"],
    [{ DB_PASS: "p@ss/word" }, "p%40ss%2Fword or p@ss/word", "*** or ***"],
    [{ API_KEY: "k-17", AUTH_TOKEN: "k-17-long" }, "k-17-long, k-17", "***, ***"],
    [{ TLS_KEY: "-----BEGIN KEY-----\nMIIEvQ\n" }, "MIIEvQ", "***"],
    [{}, `cannot log in with "swordfish"`, `cannot log in with "***"`],
  ])("%j are hidden in %j", (env, text, hidden) => {
    expect(redact(text, secretsOf(env, URL))).toBe(hidden);
  });

  it.each([
    ["a value whose variable names no secret", { MODE: "vanilla" }, "MODE=vanilla"],
    ["a setting, a port", { KEY: "off", MONKEY: "banana", SECRET: "5432" }, "off banana 5432"],
    ["a folder", { PWD: "/home/bench", SECRET_FILE: "/run/secret" }, "/home/bench /run/secret"],
    ["what the URL shows", { POSTGRES_PASSWORD: "postgres", OTHER_PASSWORD: "bench" }, "postgres bench"],
    ["a word within another", { PASSWORD: "hand" }, "the handle of a thousand"],
    ["a word of a setting", { LICENSE: "accept" }, "could not accept"],
    ["nothing", { PASSWORD: "", TOKEN: undefined }, "nothing is hidden"],
  ])("%s stays readable", (_what, env, text) => {
    expect(redact(text, secretsOf(env, URL))).toBe(text);
  });
});
