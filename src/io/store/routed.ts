/** A store whose calls go another way. */
import type { Store } from "./store.ts";

export type StoreCall = Readonly<{
  name: keyof Store;
  request: readonly unknown[];
  /** Asks the store itself. */
  ask: () => Promise<unknown>;
}>;

/** The same store, each call of which is answered by `way`. */
export function routed(store: Store, way: (call: StoreCall) => Promise<unknown>): Store {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      const method = target[name] as ((...request: unknown[]) => Promise<unknown>) | undefined;
      if (typeof method !== "function") return method; // An await looks for `then`.
      return (...request: unknown[]) => way({ name, request, ask: () => method.apply(target, request) });
    },
  });
}
