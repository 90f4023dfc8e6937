import path from "node:path";
import { type FitnessFinding, judgeFitness } from "../../analysis/warnings/fitness.ts";
import { installedBinaries } from "../../io/database/postgres/binaries.ts";
import { machineFacts, machineState } from "../../io/host/machine.ts";
import { sampleNoise } from "../../io/host/noise.ts";
import { runProgram } from "../../io/host/program.ts";
import { findProgram } from "../../io/load/find.ts";
import { commandFor } from "../../io/load/packages.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import { PACKAGES } from "../../model/packages.ts";
import { plural } from "../../text/units.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp } from "./help-text.ts";

const NOISE_SECONDS = 3;

export function doctorVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("doctor")
    .summary("Check whether this machine is fit to measure.")
    .description(
      "Check whether this machine is fit to measure, and say what to do if it is not: load, noise, stolen CPU time, frequency governor, disk, versions.",
    );
  addHelp(command, {
    examples: [["doctor", "check this machine in a few seconds, while nothing else runs on it"]],
    outcomes: [
      ["fine", "fit to measure, perhaps with warnings"],
      ["usage", "not fit to measure: the load generator is missing"],
    ],
  });
  return command.action(async () => {
    const { cpuCount, memoryBytes, cpuModel, kernel } = machineFacts();
    // Before the noise is sampled: sampling is load, too.
    const state = machineState(process.cwd());
    process.stdout.write(`${cpuModel}, ${kernel}\n`);
    const generator = await loadGenerator();
    process.stderr.write(`computing for ${NOISE_SECONDS} s to see how evenly\n`);
    const noise = sampleNoise(NOISE_SECONDS);
    const findings = judgeFitness({
      cpuCount,
      memoryBytes,
      ...state,
      computeTail: noise.tail,
      stealShare: noise.stealShare,
      tools: [generator, await findPostgres(installedBinaries()), await findGit()],
    });
    process.stdout.write(renderFindings(findings));
    finish(generator.found === null ? EXIT_CODE.usage : EXIT_CODE.fine);
  });
}

const WIDTH = 80;

/** A line for each finding, its remedy below it; no line is longer than a plain terminal's but where a single word is. */
export function renderFindings(findings: readonly FitnessFinding[]): string {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.flatMap(({ what, value, fit, remedy }) => [
    ...wrappedUnder(`${fit ? "ok  " : "look"}  ${what.padEnd(width)}  `, value),
    ...(remedy === null ? [] : wrappedUnder("      -> ", remedy)),
  ]);
  const unfit = findings.filter(({ fit }) => !fit).length;
  const verdict = unfit === 0 ? "fit to measure" : `${plural(unfit, "thing")} to look at`;
  return `\n${lines.join("\n")}\n\n${verdict}\n`;
}

/** `text` after `prefix`, and below it where it is too long for one line. */
function wrappedUnder(prefix: string, text: string): readonly string[] {
  const room = Math.max(20, WIDTH - prefix.length);
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && longer.length <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line, index) => `${index === 0 ? prefix : " ".repeat(prefix.length)}${line}`);
}

type FoundTool = Readonly<{ name: string; found: string | null; remedy: string }>;

async function loadGenerator(): Promise<FoundTool> {
  const name = "plumbline-load";
  try {
    const program = await findProgram({ progress: { stage: (text) => process.stderr.write(`${text}\n`) } });
    return { name, found: await programVersion(program), remedy: "" };
  } catch (error) {
    const { message, remedy } =
      error instanceof PlumblineError ? error : { message: String(error), remedy: undefined };
    return { name, found: null, remedy: `${message}: ${remedy ?? "npm run setup"}` };
  }
}

/** @param bin folder of the server's programs; null: none are installed */
export async function findPostgres(bin: string | null): Promise<FoundTool> {
  const remedy = `install it for local targets: ${commandFor(PACKAGES.postgresql)}; else binaries are downloaded when they are needed`;
  return {
    name: "PostgreSQL",
    // A program that does not run here is as good as none.
    found: bin === null ? null : await programVersion(path.join(bin, "postgres")).catch(() => null),
    remedy,
  };
}

async function findGit(): Promise<FoundTool> {
  const remedy = `install it, for base's sources come from git: ${commandFor(PACKAGES.git)}`;
  return { name: "git", found: await programVersion("git").catch(() => null), remedy };
}

/** "0.1.0 (release gcc 12.2.0) in /path/to", as the program describes itself. */
async function programVersion(program: string): Promise<string> {
  const { stdout, stderr, failure } = await runProgram(program, ["--version"]);
  if (failure !== null) throw new Error(`${program} --version: ${stderr.trim() || failure}`);
  const version = stdout.trim().replace(/^\D*(?=\d)/, "");
  return path.isAbsolute(program) ? `${version} in ${path.dirname(program)}` : version;
}
