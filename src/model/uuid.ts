import { createHash } from "node:crypto";

/** RFC 9562, section 6.6: the namespace of names that are URLs. */
const URL_NAMESPACE = "6ba7b8119dad11d180b400c04fd430c8";

/** RFC 9562, section 5.5: the same name has the same id, everywhere and always. */
export function uuidV5(name: string): string {
  const hash = createHash("sha1").update(Buffer.from(URL_NAMESPACE, "hex")).update(name, "utf8").digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
