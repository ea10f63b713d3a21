import { join } from "node:path"

/**
 * Halves the start time of child programs: from the second start on, the results of stripping types and compiling are
 * reused.
 */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../../.cache/node") }
