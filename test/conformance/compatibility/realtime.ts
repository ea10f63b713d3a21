import type { Feature } from "./feature.ts"

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
    test: "realtime: messages sent by the database arrive, are stored, and are replayed in private channels",
  },
  {
    feature: "changes of tables, with filters and row-level security for each subscriber",
    status: "done",
    test: "changes: row-level security decides for each subscriber by the claims of its token",
  },
  {
    feature: "filters of changes",
    status: "done",
    test: "changes: every operator filters, by the type of its column",
  },
]
