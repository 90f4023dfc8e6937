// A hosts file for one process: the names in FAKE_HOSTS are 127.0.0.1. To be given to node by --import.
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const names = (process.env.FAKE_HOSTS ?? "").split(",");
const { lookup } = dns;
dns.lookup = (name, options, callback) => {
  const found = names.includes(name) ? "127.0.0.1" : name;
  return typeof options === "function" ? lookup(found, options) : lookup(found, options, callback);
};
syncBuiltinESMExports();
