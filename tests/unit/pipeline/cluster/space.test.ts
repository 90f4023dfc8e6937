/** Where the objects of a load are: what is said to who may make no namespaces. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Cluster } from "../../../../src/io/database/kubernetes/cluster.ts";
import { Kubectl } from "../../../../src/io/database/kubernetes/kubectl.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { OwnSpace, SharedSpace } from "../../../../src/pipeline/cluster/space.ts";

/** No cluster is asked. */
beforeEach(() => void vi.spyOn(Kubectl.prototype, "call").mockResolvedValue(""));
afterEach(() => void vi.restoreAllMocks());

const options = {
  namespace: "load-1",
  context: undefined,
  cwd: "/",
  signal: new AbortController().signal,
};
const own = () => new OwnSpace(options);
const forbidden = (verb: string) =>
  new PlumblineError(
    "target",
    `kubectl: Error from server (Forbidden): namespaces is forbidden: User "ci" cannot ${verb} resource "namespaces"`,
    { remedy: "ask who runs the cluster" },
  );

/** What each step asks the cluster for first. */
const steps = [
  { step: "sweep", verb: "list", take: (space: OwnSpace) => space.sweep() },
  { step: "create", verb: "create", take: (space: OwnSpace) => space.create([]) },
] as const;

describe.each(steps)("a namespace of its own: $step", ({ step, verb, take }) => {
  it("names another one to who may not", async () => {
    const cause = forbidden(verb);
    vi.spyOn(Cluster.prototype, step).mockRejectedValue(cause);
    await expect(take(own())).rejects.toMatchObject({
      kind: "target",
      message: cause.message,
      remedy: expect.stringContaining("--namespace NAME"),
      cause,
    });
  });

  it.each([
    ["another refusal", new PlumblineError("target", "kubectl: pods is forbidden", { remedy: "as it was" })],
    ["another failure", new PlumblineError("target", 'kubectl: namespaces "load-1" already exists', {})],
    ["what is no error of ours", new Error("namespaces is forbidden")],
  ])("leaves %s as it is", async (_, cause) => {
    vi.spyOn(Cluster.prototype, step).mockRejectedValue(cause);
    await expect(take(own())).rejects.toBe(cause);
  });

  it("says nothing to who may", async () => {
    vi.spyOn(Cluster.prototype, step).mockResolvedValue();
    await expect(take(own())).resolves.toBeUndefined();
  });
});

describe.each([
  ["a namespace of its own", own],
  ["a part of another", () => new SharedSpace(options)],
])("%s that cannot be taken away", (_, make) => {
  it("is there until it can, and is tried once more when the process ends", async () => {
    const last = vi.spyOn(Kubectl.prototype, "callNow").mockReturnValue();
    const space = make();
    await space.create([]);
    vi.spyOn(Kubectl.prototype, "call").mockRejectedValueOnce(new Error("the server is busy"));
    await expect(space.remove()).rejects.toThrow("the server is busy");
    expect(space.exists).toBe(true);
    space.removeNow();
    expect(last.mock.calls[0]![0]).toContain("delete");
    await space.remove();
    expect(space.exists).toBe(false);
    space.removeNow();
    expect(last).toHaveBeenCalledTimes(1);
  });
});
