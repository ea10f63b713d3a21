import type { Client } from "../support/server.ts"
import type { Feature } from "./feature.ts"

/** Asks for changes of a table without a service behind the gateway: refused with a sentence. */
async function open(client: Client): Promise<{ error: unknown; status: number }> {
  const { protocol, host } = new URL(String(Object(client).supabaseUrl))
  const answer = await fetch(`${protocol}//${host}/realtime/v1/websocket?vsn=1.0.0`)
  return { error: await answer.json(), status: answer.status }
}

export const realtime: readonly Feature[] = [
  {
    feature: "broadcast in channels, in both versions of the protocol",
    client: ["RealtimeClient.*", "RealtimeChannel.subscribe", "RealtimeChannel.on", "RealtimeChannel.send"],
    status: "done",
    test: "realtime: broadcasts reach both versions, in every process, in order",
  },
  {
    feature: "leaving channels",
    client: [
      "RealtimeChannel.unsubscribe",
      "SupabaseClient.channel",
      "SupabaseClient.getChannels",
      "SupabaseClient.removeChannel",
      "SupabaseClient.removeAllChannels",
    ],
    status: "done",
    test: "realtime: a channel that was left receives nothing, and can be joined again",
  },
  {
    feature: "presence",
    client: ["RealtimeChannel.track", "RealtimeChannel.untrack", "RealtimeChannel.presenceState"],
    status: "done",
    test: "realtime: three clients see each other, and one that leaves, in every process",
  },
  {
    feature: "broadcast over HTTP",
    client: ["RealtimeChannel.httpSend"],
    status: "done",
    test: "realtime: broadcasts over HTTP, one and many",
  },
  {
    feature: "private channels",
    status: "done",
    test: "realtime: policies decide who receives and who sends in a private channel",
  },
  {
    feature: "replay",
    status: "done",
    test: "realtime: what the database sends arrives, is kept, and is replayed in private channels",
  },
  {
    feature: "changes of tables",
    status: "not",
    reason:
      "Joining with postgres_changes is refused: nothing reads the log of changes yet. Triggers can send them.",
    probe: open,
  },
]
