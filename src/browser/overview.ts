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
    const q = input.value === "" ? location.pathname : `?${new URLSearchParams({ q: input.value })}`;
    history.replaceState(null, "", q);
  });
}
