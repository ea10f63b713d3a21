import { join } from "node:path"

/** Halves the time until a program of ours runs: the second start of a run need not strip types and compile again. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../../.cache/node") }
