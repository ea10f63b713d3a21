import { type Catalog, named, type Routine } from "./catalog.ts"
import { DataError } from "./errors.ts"
import { nearest } from "./nearest.ts"

interface Called {
  catalog: Catalog
  schema: string
  name: string
  /** Names of the arguments in the request. */
  given: ReadonlySet<string>
  /** Types with which a single unnamed argument accepts the whole body; none for a GET. */
  wholeBody: readonly string[]
}

/** Types with which a function's only argument may be unnamed: it gets the whole body. */
const bodyTypes = new Set(["bytea", "json", "jsonb", "text", "xml"])

/**
 * Finds the function of that name that accepts the given arguments: by their names, otherwise with the whole body as a
 * single unnamed argument. Throws PGRST202 if there is none and PGRST203 if there are several.
 */
export function findRoutine(called: Called): { routine: Routine; takesBody: boolean } {
  const { catalog, schema, name, given, wholeBody } = called
  const candidates = (catalog.routines.get(named(schema, name)) ?? []).filter(isCallable)
  const byName = candidates.filter((routine) => takes(routine, given))
  const [first, second] = byName
  if (first && second) throw severalFound(byName)
  // An unnamed argument is passed as `""`; the body is its value, as in PostgREST.
  if (first) return { routine: first, takesBody: given.has("") }
  const unnamed = candidates.filter(({ args: [only] }) => only?.name === "" && wholeBody.includes(only.type))
  const [whole] = unnamed
  if (whole && unnamed.length > 1) throw severalFound(unnamed)
  if (whole) return { routine: whole, takesBody: true }
  throw noneFound(called, candidates)
}

/** Arguments are passed by name; a single unnamed one gets the body. */
function isCallable({ args }: Routine): boolean {
  return args.every(({ name, type }) => name !== "" || (args.length === 1 && bodyTypes.has(type)))
}

function takes({ args }: Routine, given: ReadonlySet<string>): boolean {
  const names = new Set(args.map(({ name }) => name))
  return (
    [...given].every((name) => names.has(name)) &&
    args.every(({ name, optional, variadic }) => optional || variadic || given.has(name))
  )
}

function severalFound(found: readonly Routine[]): DataError {
  const signatures = found
    .toSorted((a, b) => a.args.length - b.args.length || typesOf(a).localeCompare(typesOf(b)))
    .map(({ schema, name, args }) => {
      return `${schema}.${name}(${args.map((one) => `${one.name} => ${one.type}`).join(", ")})`
    })
  return new DataError(
    300,
    "PGRST203",
    `Could not choose the best candidate function between: ${signatures.join(", ")}`,
    {
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    },
  )
}

const typesOf = ({ args }: Routine) => args.map(({ type }) => type).join()

function noneFound(
  { catalog, schema, name, given, wholeBody }: Called,
  candidates: readonly Routine[],
): DataError {
  const names = [...given].toSorted()
  const list = names.join(", ")
  const plural = names.length === 1 ? "parameter" : "parameters"
  const searched = names.length === 0 ? " without parameters" : ` with ${plural} ${list}`
  const types = wholeBody.includes("json") ? "json/jsonb" : wholeBody[0]
  const orUnnamed = types ? ` or with a single unnamed ${types} parameter` : ""
  const message =
    names.length === 0
      ? `Could not find the function ${schema}.${name} without parameters in the schema cache`
      : `Could not find the function ${schema}.${name}(${list}) in the schema cache`
  return new DataError(404, "PGRST202", message, {
    details: `Searched for the function ${schema}.${name}${searched}${orUnnamed}, but no matches were found in the schema cache.`,
    hint: hintFor({ catalog, schema, name, list }, candidates),
  })
}

function hintFor(
  { catalog, schema, name, list }: { catalog: Catalog; schema: string; name: string; list: string },
  candidates: readonly Routine[],
): string | null {
  if (candidates.length > 0) {
    const signatures = candidates.map(({ args }) => {
      const names = args.map((one) => one.name).toSorted()
      return `(${names.join(", ")})`
    })
    const similar = nearest(`(${list})`, signatures)
    return similar ? `Perhaps you meant to call the function ${schema}.${name}${similar}` : null
  }
  const names = [...catalog.routines.values()].flatMap((all) => {
    const first = all.find(isCallable)
    return first?.schema === schema ? [first.name] : []
  })
  const similar = nearest(name, names)
  return similar ? `Perhaps you meant to call the function ${schema}.${similar}` : null
}
