/** Names that the distributions have for the packages that Plumbline needs, and the one command that installs them. */

/** Package managers by the program's name, in the order in which they are looked for; Homebrew next to another is not the system's. */
export const MANAGERS = {
  "apt-get": {
    update: "apt-get update",
    install: "apt-get install -y --no-install-recommends",
    asRoot: true,
  },
  apk: { update: null, install: "apk add --no-cache", asRoot: true },
  dnf: { update: null, install: "dnf install -y", asRoot: true },
  pacman: { update: null, install: "pacman -Sy --noconfirm --needed", asRoot: true },
  brew: { update: null, install: "brew install", asRoot: false },
} as const;
export type Manager = keyof typeof MANAGERS;

export type PackageNames = Readonly<Record<Manager, readonly string[]>>;

const same = (name: string): PackageNames => ({
  "apt-get": [name],
  apk: [name],
  dnf: [name],
  pacman: [name],
  brew: [name],
});

/** Debian and Ubuntu, Alpine, Fedora and its kin, Arch, macOS. */
export const PACKAGES = {
  compiler: {
    "apt-get": ["gcc", "libc6-dev"],
    apk: ["gcc", "musl-dev", "linux-headers"],
    dnf: ["gcc"],
    pacman: ["gcc"],
    brew: ["gcc"],
  },
  make: same("make"),
  libpq: {
    "apt-get": ["libpq-dev"],
    apk: ["libpq-dev"],
    dnf: ["libpq-devel"],
    pacman: ["postgresql-libs"],
    brew: ["libpq"],
  },
  postgresql: {
    "apt-get": ["postgresql"],
    apk: ["postgresql17"],
    dnf: ["postgresql-server"],
    pacman: ["postgresql"],
    brew: ["postgresql@17"],
  },
  git: same("git"),
} as const satisfies Record<string, PackageNames>;

/** @param major null: the distribution's own */
export function postgresqlPackages(major: number | null): PackageNames {
  if (major === null) return PACKAGES.postgresql;
  return {
    "apt-get": [`postgresql-${major}`],
    apk: [`postgresql${major}`],
    dnf: [`postgresql${major}-server`],
    pacman: ["postgresql"],
    brew: [`postgresql@${major}`],
  };
}

/** The manager of this machine. @param isOnPath whether there is a program of that name */
export function findManager(isOnPath: (program: string) => boolean): Manager | null {
  return (Object.keys(MANAGERS) as Manager[]).find(isOnPath) ?? null;
}

/**
 * One line for a terminal.
 * @param manager null: an unknown one, and the line says so
 * @param isRoot root needs no sudo, and containers have none
 */
export function installCommand(
  manager: Manager | null,
  needs: readonly PackageNames[],
  isRoot: boolean,
): string {
  const { update, install, asRoot } = MANAGERS[manager ?? "apt-get"];
  const names = namesFor(manager ?? "apt-get", needs).join(" ");
  const sudo = asRoot && !isRoot ? "sudo " : "";
  const line = `${update === null ? "" : `${sudo}${update} && `}${sudo}${install} ${names}`;
  return manager === null ? `install it with your package manager; on Debian and Ubuntu: ${line}` : line;
}

export function namesFor(manager: Manager, needs: readonly PackageNames[]): readonly string[] {
  return [...new Set(needs.flatMap((names) => names[manager]))];
}
