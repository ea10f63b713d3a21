import { invalid } from "./api-error.ts"

/** Text, or nested values: `metadata[order]=1` and `expand[]=customer` or `expand[0]=customer`. */
type FormValue = string | FormValue[] | { [name: string]: FormValue }

interface Branch {
  [name: string]: string | Branch
}

/** The maximum nesting depth, beyond that of any parameter of the API. */
const deepest = 8

/**
 * Parses a form-encoded body or query with nested names. A value whose names are all integers is a list, except in
 * metadata. Throws ApiError on malformed or contradictory names.
 */
export function parseForm(text: string): Record<string, FormValue> {
  const root = branch()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = readName(name)
    const last = path.pop() ?? ""
    let at = root
    for (const part of path) {
      const key = part === "" ? String(Object.keys(at).length) : part
      at[key] ??= branch()
      const next = at[key]
      if (typeof next === "string") throw invalid(`Invalid request: ${name} is given twice.`, { param: name })
      at = next
    }
    at[last === "" ? String(Object.keys(at).length) : last] = value
  }
  return mapBranch(root)
}

/** An object without inherited properties, so that "__proto__" is a name like any other. */
function branch(): Branch {
  return Object.create(null)
}

function readName(name: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  const parts = [...(rest ?? "").matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? "")
  if (first === undefined || parts.length > deepest)
    throw invalid(`Invalid request: the name ${name.slice(0, 80)} cannot be read.`)
  return [first, ...parts]
}

function mapBranch(from: Branch): Record<string, FormValue> {
  const to = Object.create(null) as Record<string, FormValue>
  for (const [name, value] of Object.entries(from)) to[name] = toValue(name, value)
  return to
}

function toValue(name: string, value: string | Branch): FormValue {
  if (typeof value === "string") return value
  const keys = Object.keys(value)
  const isList = name !== "metadata" && keys.length > 0 && keys.every((key) => /^\d+$/.test(key))
  const mapped = mapBranch(value)
  return isList ? keys.sort((a, b) => Number(a) - Number(b)).map((key) => mapped[key] ?? "") : mapped
}
