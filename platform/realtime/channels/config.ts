import { z } from "zod"
import type { SentBinding } from "../changes/binding.ts"
import { Refusal } from "../refusal.ts"

/** As in Supabase, an invalid setting is treated as absent. */
const lenient = <Type extends z.ZodType>(type: Type) => type.nullish().catch(null)
/** Clients in other languages send booleans as strings. */
const flag = lenient(z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]))

const join = z.object({
  config: lenient(
    z.object({
      broadcast: lenient(
        z.object({ ack: flag, self: flag, replication_ready: flag, replay: z.unknown().optional() }),
      ),
      presence: lenient(
        z.object({ key: lenient(z.union([z.string(), z.number(), z.boolean()])), enabled: flag }),
      ),
      postgres_changes: lenient(z.array(z.unknown())),
      postgres_changes_options: lenient(
        z.object({ wait: flag, timeout: lenient(z.number().int().positive()) }),
      ),
      private: flag,
    }),
  ),
  access_token: lenient(z.string()),
  user_token: lenient(z.string()),
})
const sentReplay = z.object({
  /** Up to the last year that PostgreSQL parses without a sign. */
  since: z.number().int().max(253_402_300_799_999).default(0),
  limit: z.number().int().default(10),
})

export interface JoinConfig {
  ack: boolean
  self: boolean
  /** Messages of the channel since `since` (ms since the epoch) are sent again. */
  replay: { since: Date; limit: number } | null
  presence: { key: string | null; enabled: boolean }
  private: boolean
  token: string | null
  /** Bindings to table changes, as sent by the client. */
  changes: SentBinding[]
  /** Whether to confirm when messages from the database are received. */
  waitsForReplication: boolean
  /** Whether to reply only after subscribing to changes, and to refuse if that fails. */
  waitsForChanges: boolean
  /** How long to wait for that. */
  changesTimeoutMs: number
}

/** The maximum number of messages in a replay; larger requests get the latest ones. */
const mostReplayed = 25
const mostBindings = 100
const longestKey = 255
const defaultChangesTimeoutMs = 15_000
const longestChangesTimeoutMs = 20_000

/** Parses the payload of phx_join. Throws InvalidJoinPayload, UnableToReplayMessages. */
export function readJoin(payload: unknown): JoinConfig {
  const { data } = join.safeParse(payload ?? {})
  if (!data) throw new Refusal("InvalidJoinPayload", "The payload of phx_join is an object")
  const { broadcast, presence, ...config } = data.config ?? {}
  const isPrivate = config.private ?? false
  const key = String(presence?.key ?? "")
  if (key.length > longestKey)
    throw new Refusal("InvalidJoinPayload", `A key of presence has at most ${longestKey} characters`)
  return {
    ack: broadcast?.ack ?? false,
    self: broadcast?.self ?? false,
    replay: readReplay(broadcast?.replay, isPrivate),
    presence: { key: key || null, enabled: presence?.enabled ?? true },
    private: isPrivate,
    token: data.access_token?.startsWith("sb_")
      ? data.access_token
      : (data.user_token ?? data.access_token ?? null),
    waitsForReplication: broadcast?.replication_ready ?? false,
    changes: readBindings(config.postgres_changes ?? []),
    waitsForChanges: config.postgres_changes_options?.wait ?? false,
    changesTimeoutMs: Math.min(
      config.postgres_changes_options?.timeout ?? defaultChangesTimeoutMs,
      longestChangesTimeoutMs,
    ),
  }
}

function readReplay(sent: unknown, isPrivate: boolean): JoinConfig["replay"] {
  if (sent === undefined || sent === null) return null
  if (!isPrivate) throw new Refusal("UnableToReplayMessages", "Replay is not allowed for public channels")
  if (typeof sent !== "object") return null
  const { data } = sentReplay.safeParse(sent)
  if (!data) throw new Refusal("UnableToReplayMessages", "Replay params are not valid")
  return {
    since: new Date(Math.max(data.since, 0)),
    limit: Math.min(Math.max(data.limit, 1), mostReplayed),
  }
}

/** Errors within a binding are reported when it is subscribed to. */
function readBindings(sent: readonly unknown[]): SentBinding[] {
  const { data } = z.array(z.record(z.string(), z.unknown())).safeParse(sent.filter((one) => one !== null))
  if (!data) throw new Refusal("InvalidJoinPayload", "A subscription to changes is an object")
  if (data.length > mostBindings)
    throw new Refusal(
      "InvalidJoinPayload",
      `A channel subscribes to at most ${mostBindings} kinds of changes`,
    )
  return data
}
