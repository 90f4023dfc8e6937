/** action.yml from the tables of inputs and outputs, so that it cannot disagree with what the step reads and sets. */
import { stringify } from "yaml";
import { fieldsIn } from "../../config/fields.ts";
import { OUTPUTS } from "./actions.ts";

export function renderActionYml(): string {
  const inputs = fieldsIn("action").map(({ name, help, choices, default: standard }) => [
    name,
    {
      description: (choices ?? []).every((choice) => help.includes(choice))
        ? help
        : `${help} One of ${choices?.join(", ")}.`,
      required: false,
      default: standard,
    },
  ]);
  const outputs = OUTPUTS.map(({ name, help }) => [name, { description: help }]);
  const action = {
    name: "Plumbline",
    description: "Finds out on the pull request whether a change made a PostgreSQL-wire database slower",
    branding: { icon: "activity", color: "blue" },
    inputs: Object.fromEntries(inputs),
    outputs: Object.fromEntries(outputs),
    runs: { using: "node24", main: "dist/action.js", post: "dist/post.js" },
  };
  const note =
    "# Made by `npm run build` from src/config/fields.ts and src/io/host/actions.ts; edit those.\n";
  return note + stringify(action, { lineWidth: 0 });
}
