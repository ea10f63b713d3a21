import { randomBytes } from "node:crypto"
import type { World } from "#domain/world.ts"
import { equal } from "#primitives/secrets.ts"

/** How long a form can be submitted after it was opened, in hours. After that it is shown again with its answers. */
const stampHours = 24

/** Identifies one opening of a form. All submissions with it count as one, and it shows how long the person took. */
interface Stamp {
  key: string
  ageMs: number
}

/** The hidden field of a form opened now: a random key, the current time, and a signature over both. */
export function makeStamp(world: Pick<World, "now" | "sign">, form: string): string {
  const key = randomBytes(12).toString("base64url")
  const at = world.now().getTime().toString(36)
  return `${key}.${at}.${signature(world, form, key, at)}`
}

/** Null when the stamp is expired or was not issued by this site for this form. */
export function readStamp(world: World, form: string, text: string): Stamp | null {
  const [, key = "", at = "", signed = ""] =
    /^([\w-]{16})\.([0-9a-z]{1,10})\.([0-9a-f]{32})$/.exec(text) ?? []
  if (!equal(signed, signature(world, form, key, at))) return null
  const ageMs = world.now().getTime() - Number.parseInt(at, 36)
  return ageMs < stampHours * 3_600_000 ? { key, ageMs } : null
}

function signature(world: Pick<World, "sign">, form: string, key: string, at: string): string {
  return world.sign("form-stamp", `${form}.${key}.${at}`).slice(0, 32)
}
