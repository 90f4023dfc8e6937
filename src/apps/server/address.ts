/** The parts of a request's address: its path, and its query, which may have question marks of its own (RFC 3986, 3.4). */
export function addressParts(url: string): Readonly<{ path: string; query: string }> {
  const at = url.indexOf("?");
  return at < 0 ? { path: url, query: "" } : { path: url.slice(0, at), query: url.slice(at + 1) };
}
