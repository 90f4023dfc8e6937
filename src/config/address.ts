/** Addresses to listen on, as people write them: PORT, HOST:PORT or [HOST]:PORT. */

export const PORT_MOST = 65_535;

/** @returns null for what is no address; host null where a port stands alone. The port may be larger than PORT_MOST, with five digits. */
export function parseAddress(text: string): Readonly<{ host: string | null; port: number }> | null {
  const [, bracketed, plain, port] = /^(?:(?:\[([^\]]+)\]|([^:[\]]*)):)?(\d{1,5})$/.exec(text) ?? [];
  return port === undefined ? null : { host: bracketed ?? (plain || null), port: Number(port) };
}
