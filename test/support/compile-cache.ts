import { join } from "node:path"

/**
 * Halves the start time of child programs: from the second start on, types are not stripped and code is not
 * compiled again.
 */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../../.cache/node") }
