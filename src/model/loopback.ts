/** This machine's own address: which programs reach a service there, and under which names. */

/** True if a name or an address, with or without brackets, is this machine's alone. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}

/**
 * Returns why a request is not for a service that asks for no token, or null. A web page whose name leads to 127.0.0.1 (DNS rebinding)
 * makes the reader's browser ask here, under that name; a program of this machine names this machine. Its port may be a tunnel's.
 * @param listening the address of the service, as a socket reports it; null if it does not listen
 * @param host the request's header
 */
export function misdirected(
  listening: string | Readonly<{ address: string }> | null,
  host: string | undefined,
): string | null {
  if (listening === null || typeof listening === "string" || !isLoopback(listening.address)) return null;
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host ?? "")?.[1]?.toLowerCase() ?? "";
  if (isLoopback(name)) return null;
  return "this is for programs of this machine, which ask for localhost or 127.0.0.1: the header Host has another name";
}
