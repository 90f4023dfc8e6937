/** Octokit's politeness at a hundredth of its length: it leaves a second between writes, and three between those that notify people. */
import { GitHub } from "@actions/github/lib/utils";
import { throttling } from "@octokit/plugin-throttling";
import Bottleneck from "bottleneck";

const SHORTER = 100;

class ShortGroup extends Bottleneck.Group {
  constructor(options: Bottleneck.ConstructorOptions = {}) {
    super({ ...options, minTime: (options.minTime ?? 0) / SHORTER });
  }
}

class ShortBottleneck extends Bottleneck {
  static override readonly Group = ShortGroup;
}

let hurried: Promise<void> | undefined;

/**
 * Makes the waits of every client in this process short. The plugin makes its queues at the first request of a process, so nothing may have
 * been asked before. The order of requests, and that one waits for the other, stay as they are.
 */
export function hurry(): Promise<void> {
  hurried ??= makeQueues();
  return hurried;
}

async function makeQueues(): Promise<void> {
  const never = () => false;
  const Throttled = GitHub.plugin(throttling);
  const first = new Throttled({
    request: { fetch: async () => new Response() },
    throttle: { Bottleneck: ShortBottleneck, onRateLimit: never, onSecondaryRateLimit: never },
  });
  await first.request("GET /");
}
