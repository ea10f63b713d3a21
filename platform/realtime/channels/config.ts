import { z } from "zod"
import { type SentBinding, sentBinding } from "../changes/binding.ts"
import { Refusal } from "../refusal.ts"

const join = z.object({
  config: z
    .object({
      broadcast: z
        .object({
          ack: z.boolean().nullish(),
          self: z.boolean().nullish(),
          replay: z.object({ since: z.number(), limit: z.number().int().min(1).max(25).nullish() }).nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().max(255).nullish(), enabled: z.boolean().nullish() }).nullish(),
      postgres_changes: z.array(sentBinding).max(100).nullish(),
      postgres_changes_options: z.object({ wait: z.boolean().nullish() }).nullish(),
      private: z.boolean().nullish(),
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
  /** Answers only when the changes are subscribed to, and refuses when they cannot be. */
  waitsForChanges: boolean
}

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
    replay: replay ? { since: new Date(replay.since), limit: replay.limit ?? 25 } : null,
    presence: { key: presence?.key || null, enabled: presence?.enabled ?? true },
    private: isPrivate ?? false,
    token: data.access_token ?? null,
    changes: changes.postgres_changes ?? [],
    waitsForChanges: changes.postgres_changes_options?.wait ?? false,
  }
}
