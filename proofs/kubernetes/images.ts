/** The images of the trials, made of what this machine has. */
import { chmodSync, cpSync, symlinkSync } from "node:fs";
import path from "node:path";
import { addPrograms, imageOf, put } from "./image.ts";

type Sources = Readonly<{
  /** With `dist`. */
  folder: string;
  /** Of the repository. */
  root: string;
  /** The load generator. */
  load: string;
  /** Folder of PostgreSQL's programs. */
  postgres: string;
}>;

/** @returns archives */
export function makeImages({ folder, root, load, postgres }: Sources) {
  const place = (name: string) => path.join(folder, "images", name);
  return [
    pause(place("pause")),
    plumbline(place("plumbline"), folder, root, load),
    server(place("postgres"), postgres),
  ];
}

/** Of the container that holds a pod's network. */
function pause(image: string) {
  addPrograms(image, ["/bin/sleep"]);
  return imageOf(image, "plumbline.test/pause:1", { entrypoint: ["/usr/bin/sleep", "86400"], user: "1000" });
}

/** As docs/examples/deploy/plumbline.Dockerfile makes it. */
function plumbline(image: string, folder: string, root: string, load: string) {
  addPrograms(image, [process.execPath, load, "/usr/bin/env", "/bin/sh", "/bin/sleep"]);
  const home = path.join(image, "opt/plumbline");
  cpSync(path.join(folder, "dist"), path.join(home, "dist"), { recursive: true });
  chmodSync(path.join(home, "dist/cli.js"), 0o755);
  put(path.join(root, "package.json"), path.join(home, "package.json"));
  symlinkSync("/opt/plumbline/dist/cli.js", path.join(image, "usr/bin/plumbline"));
  const env = [`PLUMBLINE_LOAD=/usr/bin/${path.basename(load)}`];
  return imageOf(image, "plumbline.test/plumbline:1", { entrypoint: ["plumbline"], user: "1000", env });
}

/** A PostgreSQL that makes its data when it starts. */
function server(image: string, bin: string) {
  addPrograms(image, [
    "/bin/sh",
    "/bin/cat",
    ...["postgres", "initdb", "pg_isready"].map((name) => `${bin}/${name}`),
  ]);
  // These find their own files from where they are.
  for (const part of [path.dirname(bin), bin.replace("/lib/", "/share/").replace(/\/bin$/, "")])
    cpSync(part, path.join(image, part), { recursive: true, dereference: true });
  const begin = [
    "export PGDATA=/tmp/data",
    `${bin}/initdb --locale=C -U postgres -A trust >/dev/null`,
    'echo "host all all all trust" >> $PGDATA/pg_hba.conf',
    `exec ${bin}/postgres -c listen_addresses='*' -c unix_socket_directories=/tmp -c fsync=off`,
  ].join(" && ");
  return imageOf(image, "plumbline.test/postgres:1", { entrypoint: ["/bin/sh", "-c", begin], user: "1001" });
}
