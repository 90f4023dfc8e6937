/** Images of what this machine has: programs with the libraries that they need, as archives that containerd imports. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/**
 * @param folder of the image's files
 * @param name "example/name:1"
 * @returns the archive
 */
export function imageOf(
  folder: string,
  name: string,
  { entrypoint, user, env = [] }: { entrypoint: readonly string[]; user: string; env?: readonly string[] },
) {
  const place = `${folder}.image`;
  mkdirSync(place, { recursive: true });
  const layer = path.join(place, "layer.tar");
  execFileSync("tar", ["-C", folder, "--owner=0", "--group=0", "-cf", layer, "."]);
  const sha = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
  const image = JSON.stringify({
    architecture: process.arch === "arm64" ? "arm64" : "amd64",
    os: "linux",
    config: { Entrypoint: entrypoint, User: user, Env: ["PATH=/usr/local/bin:/usr/bin:/bin", ...env] },
    rootfs: { type: "layers", diff_ids: [`sha256:${sha(readFileSync(layer))}`] },
  });
  const config = `${sha(image)}.json`;
  writeFileSync(path.join(place, config), image);
  writeFileSync(
    path.join(place, "manifest.json"),
    JSON.stringify([{ Config: config, RepoTags: [name], Layers: ["layer.tar"] }]),
  );
  execFileSync("tar", ["-C", place, "-cf", `${folder}.tar`, "."]);
  return `${folder}.tar`;
}

/** Puts programs of this machine into a folder, as /usr/bin/NAME, with all shared libraries. */
export function addPrograms(folder: string, files: readonly string[]) {
  for (const file of files) {
    // Not where they are here: over /tmp a pod may have a folder of its own.
    put(realpathSync(file), path.join(folder, "usr/bin", path.basename(file)));
    for (const library of librariesOf(file)) put(realpathSync(library), path.join(folder, library));
  }
  const shell = path.join(folder, "bin");
  if (!existsSync(shell)) symlinkSync("usr/bin", shell);
  mkdirSync(path.join(folder, "tmp"), { recursive: true });
  chmodSync(path.join(folder, "tmp"), 0o1777);
  mkdirSync(path.join(folder, "etc"), { recursive: true });
  const users = { root: 0, load: 1000, postgres: 1001 };
  const lines = Object.entries(users).map(([name, id]) => `${name}:x:${id}:${id}::/tmp:/bin/sh\n`);
  writeFileSync(path.join(folder, "etc/passwd"), lines.join(""));
}

export function put(from: string, to: string) {
  if (existsSync(to)) return;
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
}

/** None of what is a script. */
function librariesOf(file: string) {
  try {
    const lines = execFileSync("ldd", [file], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return [...lines.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, library]) => library!);
  } catch {
    return [];
  }
}
