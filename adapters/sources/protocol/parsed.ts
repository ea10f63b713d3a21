import { exactJson } from "./exact-json.ts"

/** Parses JSON; undefined for invalid text. */
export function parsed(text: string): unknown {
  try {
    return exactJson(text)
  } catch {
    return undefined
  }
}
