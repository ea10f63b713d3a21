import { z } from "zod"
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
      postgres_changes: z.array(z.record(z.string(), z.unknown())).max(100).nullish(),
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
}

/** The payload of phx_join. Throws InvalidJoinPayload, UnableToReplayMessages, RealtimeDisabledForConfiguration. */
export function readJoin(payload: unknown): JoinConfig {
  const { data, error } = join.safeParse(payload ?? {})
  if (!data) {
    const [issue] = error.issues
    throw new Refusal("InvalidJoinPayload", `${issue?.path.join(".")}: ${issue?.message}`)
  }
  const { broadcast, presence, postgres_changes, private: isPrivate } = data.config ?? {}
  const replay = broadcast?.replay
  if (replay && !isPrivate)
    throw new Refusal("UnableToReplayMessages", "Only private channels can be replayed")
  if (postgres_changes?.length)
    throw new Refusal(
      "RealtimeDisabledForConfiguration",
      "Changes of tables are not available on this server; send them with realtime.broadcast_changes",
    )
  return {
    ack: broadcast?.ack ?? false,
    self: broadcast?.self ?? false,
    replay: replay ? { since: new Date(replay.since), limit: replay.limit ?? 25 } : null,
    presence: { key: presence?.key || null, enabled: presence?.enabled ?? true },
    private: isPrivate ?? false,
    token: data.access_token ?? null,
  }
}
