/** A load that failed is told by the arm that was the cause. */
import { expect, it } from "vitest";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { orServerCrash } from "../../../../src/pipeline/measure/server-crash.ts";

const lost = new PlumblineError("target", "server closed the connection", { cause: { target: 1 } });
const alive = { crashReport: async () => null };
const dead = {
  crashReport: async () => ({
    how: "it ended with signal 9 (SIGKILL)",
    traces: "it said nothing",
    remedy: "r",
  }),
};
const quiet = new AbortController().signal;
const failing = () => Promise.reject(lost);

it("names the arm whose server died, whichever lost its connection first", async () => {
  await expect(orServerCrash(failing(), ["head", "base"], [alive, dead], quiet)).rejects.toThrow(
    /^base: the server died: it ended with signal 9/,
  );
  await expect(orServerCrash(failing(), ["head"], [dead], quiet)).rejects.toThrow(/^head: the server died/);
});

it("names the load generator's target where nobody died", async () => {
  await expect(orServerCrash(failing(), ["head", "base"], [alive, alive], quiet)).rejects.toMatchObject({
    kind: "target",
    message: "base: server closed the connection",
  });
  await expect(orServerCrash(failing(), ["head"], [alive], quiet)).rejects.toBe(lost);
});

it("asks nobody after an interruption, and answers what there is to answer", async () => {
  await expect(orServerCrash(failing(), ["head"], [dead], AbortSignal.abort())).rejects.toBe(lost);
  await expect(orServerCrash(Promise.resolve(7), ["head"], [dead], quiet)).resolves.toBe(7);
});
