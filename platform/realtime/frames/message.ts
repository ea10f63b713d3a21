/** The versions of the protocol: 1.0.0 uses JSON objects, 2.0.0 JSON arrays and binary frames. */
export type Version = "1.0.0" | "2.0.0"

/** A message from a client. */
export interface Incoming {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** A message from the server, apart from broadcasts. */
export interface Outgoing {
  joinRef?: string | null
  ref?: string | null
  topic: string
  event: string
  payload: unknown
}

/** A broadcast from a client. */
export interface Pushed {
  broadcast: Broadcast
  /** The unparsed `persist` value, which requests storage. */
  persist?: unknown
}

/** A broadcast with its encoded body: JSON text that has been validated, or bytes. */
export interface Broadcast {
  event: string
  encoding: "json" | "binary"
  body: Buffer
  meta?: Record<string, unknown>
}
