import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);

// src/model/loopback.ts
function isLoopback(host) {
  return host === "localhost" || /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}
function misdirected(listening, host) {
  if (listening === null || typeof listening === "string" || !isLoopback(listening.address)) return null;
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host ?? "")?.[1]?.toLowerCase() ?? "";
  if (isLoopback(name)) return null;
  return "this is for programs of this machine, which ask for localhost or 127.0.0.1: the header Host has another name";
}

export {
  isLoopback,
  misdirected
};
