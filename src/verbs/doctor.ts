import Table from "cli-table3";
import { Command } from "commander";
import { judgeFitness } from "../compare/fitness.ts";
import { machineFacts, machineState } from "../host/machine.ts";
import { sampleNoise } from "../host/noise.ts";
import { EXIT_CODE } from "../model/errors.ts";
import { findProgram } from "../runner/find.ts";
import { installedBinaries } from "../target/postgres-binaries.ts";

const NOISE_SECONDS = 3;

export function doctorVerb(finish: (code: number) => void): Command {
  return new Command("doctor")
    .description(
      "is this machine fit to measure: load, noise, steal, governor, disk, versions; with remedies",
    )
    .action(async () => {
      const { cpuCount, memoryBytes, cpuModel, kernel } = machineFacts();
      // Before the noise is sampled: sampling is load, too.
      const state = machineState(process.cwd());
      process.stderr.write(`${cpuModel}, ${kernel}; computing for ${NOISE_SECONDS} s to see how evenly\n`);
      const noise = sampleNoise(NOISE_SECONDS);
      const findings = judgeFitness({
        cpuCount,
        memoryBytes,
        ...state,
        computeTail: noise.tail,
        stealShare: noise.stealShare,
        tools: [await loadGenerator(), postgres()],
      });
      const table = new Table({
        head: ["", "what", "found", "remedy"],
        style: { head: [], border: [] },
        wordWrap: true,
      });
      for (const { fit, what, value, remedy } of findings)
        table.push([fit ? "ok" : "look", what, value, remedy ?? ""]);
      const unfit = findings.filter(({ fit }) => !fit).length;
      const verdict =
        unfit === 0 ? "fit to measure" : `${unfit} ${unfit === 1 ? "thing" : "things"} to look at`;
      process.stdout.write(`${table.toString()}\n${verdict}\n`);
      finish(EXIT_CODE.fine);
    });
}

async function loadGenerator() {
  const remedy = "npm run setup, or make -C runner-native";
  try {
    const program = await findProgram({ observer: { stage: (text) => process.stderr.write(`${text}\n`) } });
    return { name: "plumbline-load", found: program, remedy };
  } catch (error) {
    return { name: "plumbline-load", found: null, remedy: (error as { remedy?: string }).remedy ?? remedy };
  }
}

function postgres() {
  const remedy = "needed for local targets only: sudo apt-get install -y postgresql";
  return { name: "PostgreSQL", found: installedBinaries(), remedy };
}
