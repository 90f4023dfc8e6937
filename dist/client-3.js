import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  PUBLISHING,
  Patience,
  createClient
} from "./plugin-rest-endpoint-methods.js";
import "./undici.js";
import "./runtime.js";
export {
  PUBLISHING,
  Patience,
  createClient
};
