import { z } from "zod"
import { type SentBinding, sentBinding } from "../changes/binding.ts"
import { Refusal } from "../refusal.ts"

/** Clients in other languages send truth as text. */
const flag = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]).nullish()

const join = z.object({
  config: z
    .object({
      broadcast: z
        .object({
          ack: flag,
          self: flag,
          replication_ready: flag,
          replay: z.object({ since: z.number(), limit: z.number().int().nullish() }).nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().max(255).nullish(), enabled: flag }).nullish(),
      postgres_changes: z.array(sentBinding).max(100).nullish(),
      postgres_changes_options: z.object({ wait: flag, timeout: z.number().positive().nullish() }).nullish(),
      private: flag,
    })
    .nullish(),
  access_token: z.string().max(16_384).nullish(),
})

export interface JoinConfig {
  ack: boolean
  self: boolean
  /** Messages of the channel since `since` (ms since the epoch) are sent again. */
  replay: { since: Date; limit: number } | null
  presence: { key: string | null; enabled: boolean }
  private: boolean
  token: string | null
  /** Changes of tables, as the client sent them. */
  changes: SentBinding[]
  /** Says when what the database sends is heard. */
  waitsForReplication: boolean
  /** Answers only when the changes are subscribed to, and refuses when they cannot be. */
  waitsForChanges: boolean
  /** How long it waits for that. */
  changesTimeoutMs: number
}

/** Messages of one replay; whoever asks for more gets the latest of them. */
const mostReplayed = 25
const defaultChangesTimeoutMs = 15_000
const longestChangesTimeoutMs = 20_000

/** The payload of phx_join. Throws InvalidJoinPayload, UnableToReplayMessages. */
export function readJoin(payload: unknown): JoinConfig {
  const { data, error } = join.safeParse(payload ?? {})
  if (!data) {
    const [issue] = error.issues
    throw new Refusal("InvalidJoinPayload", `${issue?.path.join(".")}: ${issue?.message}`)
  }
  const { broadcast, presence, private: isPrivate, ...changes } = data.config ?? {}
  const replay = broadcast?.replay
  if (replay && !isPrivate)
    throw new Refusal("UnableToReplayMessages", "Only private channels can be replayed")
  return {
    ack: broadcast?.ack ?? false,
    self: broadcast?.self ?? false,
    replay: replay
      ? {
          since: new Date(replay.since),
          limit: Math.min(Math.max(replay.limit ?? mostReplayed, 1), mostReplayed),
        }
      : null,
    presence: { key: presence?.key || null, enabled: presence?.enabled ?? true },
    private: isPrivate ?? false,
    token: data.access_token ?? null,
    waitsForReplication: broadcast?.replication_ready ?? false,
    changes: changes.postgres_changes ?? [],
    waitsForChanges: changes.postgres_changes_options?.wait ?? false,
    changesTimeoutMs: Math.min(
      changes.postgres_changes_options?.timeout ?? defaultChangesTimeoutMs,
      longestChangesTimeoutMs,
    ),
  }
}
