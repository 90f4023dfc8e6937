/** The search over the overview's rows; `q` in the address is what was looked for. */
export function filterRows(): void {
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
