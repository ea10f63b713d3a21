import { functionsNamed, type Place } from "./catalog.ts"
import { nearest } from "./nearest.ts"

interface Refusal {
  code: string
  message: string
  details: string | null
  hint: string | null
}

/**
 * A refusal of lite's with the hint that PostgREST would give: for a function that is there once, but not with such
 * arguments, the ones it takes, when they are similar.
 */
export function withFunctionHint(refusal: Refusal, name: string, { catalog, schema }: Place): Refusal {
  if (refusal.code !== "PGRST202" || refusal.hint !== null) return refusal
  const given = /\(([^()]*)\) in the schema cache$/.exec(refusal.message)?.[1]
  const candidates = functionsNamed(catalog, schema, name)
  const [only] = candidates
  if (given === undefined || candidates.length !== 1 || !only) return refusal
  const taken = nearest(given, [only.arg_names.join(", ")])
  return taken
    ? { ...refusal, hint: `Perhaps you meant to call the function ${schema}.${name}(${taken})` }
    : refusal
}
