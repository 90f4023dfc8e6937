/** Live numbers as OpenMetrics 1.0 text. */
import type { LiveFamily } from "../../model/live.ts";

export function openMetricsText(families: readonly LiveFamily[]): string {
  return `${[...families.flatMap(familyLines), "# EOF"].join("\n")}\n`;
}

function familyLines({ name, help, kind, unit, points }: LiveFamily): readonly string[] {
  const sample = kind === "counter" ? `${name}_total` : name;
  return [
    `# TYPE ${name} ${kind}`,
    ...(unit === "" ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
    ...points.map(({ labels, value }) => `${sample}{${labelText(labels)}} ${value}`),
  ];
}

function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",");
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
