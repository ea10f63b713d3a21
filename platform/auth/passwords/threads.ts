import { availableParallelism } from "node:os"

/** One core is reserved for pages and the database. */
export const hashingThreads = (cores = availableParallelism()): number => Math.max(1, cores - 1)
