import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  plural
} from "./units.js";
import {
  PlumblineError
} from "./zod.js";

// src/config/share.ts
var SHARDS_MOST = 1e3;
var OWN = ["shard", "start-at"];
function assureShareable({
  name,
  options,
  capacity,
  timeline
}, threads, shards) {
  const own = OWN.find((option) => option in options);
  if (own !== void 0)
    throw unshareable(name, `${own} is each shard's own`, `leave ${own} out of its options`);
  if (capacity !== void 0)
    throw unshareable(
      name,
      "a capacity is searched from one machine",
      "leave its `capacity:` out, or use plumbline run"
    );
  if (timeline !== void 0)
    throw unshareable(
      name,
      "a timeline is played from one machine",
      "leave its events out, or use plumbline run"
    );
  const below = Math.floor(threads / shards) * shards;
  if (below !== threads) {
    const either = [below, below + shards].filter((count) => count > 0).join(" or ");
    throw unshareable(
      name,
      `${plural(threads, "connection")} (threads) cannot be split evenly among ${shards} shards`,
      `set threads to ${either}`
    );
  }
  const { events } = options;
  if (typeof events === "number" && events > 0 && events < shards)
    throw unshareable(
      name,
      `${plural(events, "event")} cannot be split among ${shards} shards`,
      `ask for ${shards} events or more, or for seconds`
    );
}
function optionsOfShard(options, threads, index, shards) {
  return { ...options, threads: threads / shards, shard: `${index + 1}/${shards}` };
}
function unshareable(name, what, remedy) {
  return new PlumblineError("usage", `workload ${name}: ${what}`, { remedy });
}

export {
  SHARDS_MOST,
  assureShareable,
  optionsOfShard
};
