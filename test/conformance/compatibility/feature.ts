import type { Client } from "../support/server.ts"

export type Area = "auth" | "data" | "functions" | "storage" | "realtime"

interface Named {
  /** What it is, in the words of the specification or of the client's documentation. */
  feature: string
  /** Methods of the official client that make it up, as "Class.method"; "Class.*" for all of a class. */
  client?: readonly string[]
}

/** It works: proven by the test of this title in test/conformance. */
export interface Done extends Named {
  status: "done"
  test: string
}

/** It does not, and says so: `probe` asks for it and is answered with a status of 4xx or 501 and a sentence. */
export interface Missing extends Named {
  status: "not"
  reason: string
  probe: (client: Client) => PromiseLike<{ error: unknown; status?: number | undefined }>
}

export type Feature = Done | Missing
