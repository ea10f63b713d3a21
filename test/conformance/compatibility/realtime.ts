import type { Client } from "../support/server.ts"
import type { Feature } from "./feature.ts"

const reason =
  "The site hears of changes through its own live stream. With a Supabase project channels go to the project."

/** Opens a channel: refused, the client reports why it cannot have one. */
async function open(client: Client): Promise<{ error: unknown; status: number }> {
  const { protocol, host } = new URL(String(Object(client).supabaseUrl))
  const answer = await fetch(`${protocol}//${host}/realtime/v1/websocket?vsn=1.0.0`)
  return { error: await answer.json(), status: answer.status }
}

export const realtime: readonly Feature[] = [
  {
    feature: "channels: broadcast, presence, changes of tables",
    status: "not",
    client: [
      "RealtimeClient.*",
      "RealtimeChannel.subscribe",
      "RealtimeChannel.on",
      "RealtimeChannel.track",
      "RealtimeChannel.untrack",
      "RealtimeChannel.presenceState",
      "RealtimeChannel.send",
      "RealtimeChannel.unsubscribe",
      "SupabaseClient.channel",
      "SupabaseClient.getChannels",
      "SupabaseClient.removeChannel",
      "SupabaseClient.removeAllChannels",
    ],
    reason,
    probe: open,
  },
  {
    feature: "broadcast over HTTP",
    status: "not",
    client: ["RealtimeChannel.httpSend"],
    reason,
    probe: async (client) => {
      const answer = await client
        .channel("news")
        .httpSend("changed", { board: 1 })
        .catch((error: Error) => ({ success: false, status: 501, error: error.message }))
      return {
        error: answer.success ? null : { message: answer.error },
        status: answer.success ? 202 : answer.status,
      }
    },
  },
]
