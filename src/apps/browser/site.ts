/** Additions of a browser to the pages, which are whole without it: ages that stay true, search, keys, and the workload's picture. */
import { ageOf, isStale, minuteOf } from "../../text/time.ts";
import { equipTables } from "./tables.ts";
import { startWorkload } from "./workload.ts";

const MINUTE_MS = 60_000;
const SWITCH = "plumbline-keys";

tellAges();
setInterval(tellAges, MINUTE_MS);
addEventListener("keydown", followKey);
offerSwitch();

const main = document.getElementById("main");
const { page, source } = main?.dataset ?? {};
if (main !== null && page === "workload" && source !== undefined) void startWorkload(main, source);
if (page === "overview") filterRows();
equipTables();

/** Files do not know when they are read. */
function tellAges(): void {
  const now = new Date().toISOString();
  for (const time of document.querySelectorAll<HTMLTimeElement>("time.age")) {
    const at = time.dateTime;
    const isNewest = time.dataset["stale"] !== undefined;
    time.textContent = isNewest ? `${minuteOf(at)} UTC, ${ageOf(at, now)}` : ageOf(at, now);
    time.classList.toggle("stale", isNewest && isStale(at, now));
  }
}

/** Follows the link that names the pressed key; a key that the browser itself uses, or that is typed into a field, is left alone. */
function followKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (ctrlKey || metaKey || altKey || !hasKeys()) return;
  if (target instanceof HTMLElement && target.closest("input, select, textarea, #plot") !== null) return;
  const link = [...document.querySelectorAll<HTMLAnchorElement>("a[data-key]")].find(
    (each) => each.dataset["key"] === key,
  );
  link?.click();
}

function hasKeys(): boolean {
  return storage()?.getItem(SWITCH) !== "off";
}

/** Null in a browser that keeps nothing for sites, and throws where it is asked. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Offers to switch single keys off, if there are any: they disturb people who speak to the computer. */
function offerSwitch(): void {
  const kept = storage();
  if (document.querySelector("a[data-key]") === null || kept === null) return;
  const button = document.createElement("button");
  const say = () => (button.textContent = hasKeys() ? "Switch single keys off" : "Switch single keys on");
  button.addEventListener("click", () => {
    kept.setItem(SWITCH, hasKeys() ? "off" : "on");
    say();
  });
  say();
  document.querySelector("footer p")?.append(" ", button);
}

/** The search over the overview's rows; `q` in the address is what was looked for. */
function filterRows(): void {
  const input = document.querySelector<HTMLInputElement>("#search");
  if (input === null) return;
  const rows = [...document.querySelectorAll<HTMLTableRowElement>("tr[data-words]")];
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const row of rows) row.hidden = !words.every((word) => row.dataset["words"]?.includes(word));
  };
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.hidden = false;
  input.closest("label")?.classList.add("ready");
  filter();
  input.addEventListener("input", () => {
    filter();
    const params = new URLSearchParams(location.search);
    if (input.value === "") params.delete("q");
    else params.set("q", input.value);
    history.replaceState(null, "", params.size === 0 ? location.pathname : `?${params}`);
  });
}
