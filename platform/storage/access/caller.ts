import type { Caller } from "../../gateway/contract.ts"
import { Refusal } from "../refusal.ts"
import type { StorageContext } from "../storage.ts"

/** The caller that the gateway identified. Throws InvalidJWT if there is none. */
export function callerOf(c: StorageContext): Caller {
  const caller = c.get("caller")
  if (!caller) throw new Refusal("InvalidJWT", c.get("refusal") ?? "Invalid Compact JWS")
  return caller
}
