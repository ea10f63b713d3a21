import { exactJson } from "./exact-json.ts"

/** The JSON in a text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return exactJson(text)
  } catch {
    return undefined
  }
}
