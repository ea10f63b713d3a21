import type { Client } from "../support/server.ts"

export type Area = "auth" | "data" | "functions" | "storage" | "realtime"

interface Named {
  /** The feature, in the words of the specification or of the client's documentation. */
  feature: string
  /** Methods of the official client that it covers, as "Class.method"; "Class.*" for all of a class. */
  client?: readonly string[]
}

/** Supported: proven by the test with this title in test/conformance. */
export interface Done extends Named {
  status: "done"
  test: string
}

/** Not supported, with a clear error: `probe` requests it and gets a status of 4xx or 501 and a sentence. */
export interface Missing extends Named {
  status: "not"
  reason: string
  probe: (client: Client) => PromiseLike<{ error: unknown; status?: number | undefined }>
}

export type Feature = Done | Missing
