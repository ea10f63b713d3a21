/** The versions of the protocol: 1.0.0 is objects of JSON, 2.0.0 lists of JSON and binary frames. */
export type Version = "1.0.0" | "2.0.0"

/** What a client sends. */
export interface Incoming {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** What the server sends, apart from broadcasts. */
export interface Outgoing {
  joinRef?: string | null
  ref?: string | null
  topic: string
  event: string
  payload: unknown
}

/** A broadcast as a client pushes it. */
export interface Pushed {
  broadcast: Broadcast
  /** Whether the client wants it kept: what it sent under `persist`, unread. */
  persist?: unknown
}

/** A broadcast with its body as it travels: JSON text that was parsed once, or bytes. */
export interface Broadcast {
  event: string
  encoding: "json" | "binary"
  body: Buffer
  meta?: Record<string, unknown>
}
