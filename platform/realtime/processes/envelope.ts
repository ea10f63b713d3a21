import { z } from "zod"

const channel = { topic: z.string(), private: z.boolean() }
const metas = z.record(z.string(), z.object({ metas: z.array(z.record(z.string(), z.unknown())) }))

/** Messages between processes, and from triggers to processes. */
export const envelope = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("broadcast"),
    /** The sending process, which has already delivered it to its own sockets. */
    from: z.string(),
    /** PostgreSQL merges equal notifications of one transaction. */
    number: z.number(),
    ...channel,
    event: z.string(),
    encoding: z.enum(["json", "binary"]),
    /** JSON text, or bytes in base64. */
    body: z.string(),
  }),
  z.object({ kind: z.literal("presence"), ...channel, joins: metas, leaves: metas }),
  /** A test message of a process to itself, through the database. */
  z.object({ kind: z.literal("heard"), id: z.string() }),
  /** A row of realtime.messages. */
  z.object({ kind: z.literal("message"), id: z.string() }),
  /** A row of realtime.relayed that holds an envelope. */
  z.object({ kind: z.literal("relayed"), id: z.string() }),
])

export type Envelope = z.output<typeof envelope>
export type Metas = z.output<typeof metas>
