import { expect, test } from "vitest"
import { readJoin } from "./config.ts"

const defaults = {
  ack: false,
  self: false,
  replay: null,
  presence: { key: null, enabled: true },
  private: false,
  token: null,
  changes: [],
  waitsForReplication: false,
  waitsForChanges: false,
  changesTimeoutMs: 15_000,
}

test("a join without settings, or with an unreadable setting, uses the default", () => {
  const unreadable = [
    undefined,
    {},
    { config: ["test"] },
    { config: { broadcast: "yes", presence: 1, postgres_changes: { event: "test" }, private: "yes" } },
    { config: { broadcast: { ack: "a", self: 1, replay: null }, presence: { enabled: "no", key: {} } } },
    { config: { postgres_changes: [null], postgres_changes_options: { wait: "maybe", timeout: 0 } } },
    { config: { postgres_changes_options: { timeout: "soon" } } },
    { access_token: true, user_token: {} },
  ]
  for (const payload of unreadable) expect(readJoin(payload)).toEqual(defaults)
})

test("a readable setting takes effect next to unreadable ones", () => {
  const config = {
    broadcast: { ack: "True", self: [], replay: 123 },
    presence: { enabled: "false", key: 12 },
    postgres_changes: [null, { event: "INSERT", table: "notes", more: 1 }],
    postgres_changes_options: { wait: "true", timeout: 60_000 },
    private: "TRUE",
  }
  expect(readJoin({ config, access_token: "a.b.c", user_token: 1 })).toEqual({
    ...defaults,
    ack: true,
    presence: { key: "12", enabled: false },
    private: true,
    token: "a.b.c",
    changes: [{ event: "INSERT", table: "notes", more: 1 }],
    waitsForChanges: true,
    changesTimeoutMs: 20_000,
  })
})

test("settings are independent of each other", () => {
  expect(readJoin({ config: { broadcast: { ack: true } } }).ack).toBe(true)
  expect(readJoin({ config: { broadcast: { replication_ready: true } } }).waitsForReplication).toBe(true)
  expect(readJoin({ config: { presence: { enabled: false } } }).presence.enabled).toBe(false)
  expect(readJoin({ config: { presence: { key: "me" } } }).presence).toEqual({ key: "me", enabled: true })
  const longest = "k".repeat(255)
  expect(readJoin({ config: { presence: { key: longest } } }).presence.key).toBe(longest)
  const postgres_changes = Array.from({ length: 100 }, () => ({}))
  expect(readJoin({ config: { postgres_changes } }).changes).toHaveLength(100)
  expect(readJoin({ config: { postgres_changes_options: { timeout: 10 } } }).changesTimeoutMs).toBe(10)
})

test("a user's token takes precedence over the project's, unless it is a key", () => {
  const tokens = (access_token: string, user_token: string) => readJoin({ access_token, user_token }).token
  expect(tokens("a.b.c", "d.e.f")).toBe("d.e.f")
  expect(tokens("sb_publishable_x", "d.e.f")).toBe("sb_publishable_x")
})

test("a private channel's replay settings, with Supabase's defaults", () => {
  const replayOf = (replay: unknown) => readJoin({ config: { private: true, broadcast: { replay } } }).replay
  expect(replayOf({})).toEqual({ since: new Date(0), limit: 10 })
  expect(replayOf({ since: 1_000, limit: 40 })).toEqual({ since: new Date(1_000), limit: 25 })
  expect(replayOf({ since: 253_402_300_799_999, limit: 0 })).toEqual({
    since: new Date("9999-12-31T23:59:59.999Z"),
    limit: 1,
  })
})

const reasons: [string, unknown, string][] = [
  ["no object", [], "InvalidJoinPayload: The payload of phx_join is an object"],
  ["a text", "join", "InvalidJoinPayload: The payload of phx_join is an object"],
  [
    "a subscription that is not an object",
    { config: { postgres_changes: ["notes"] } },
    "InvalidJoinPayload: A subscription to changes is an object",
  ],
  [
    "too many subscriptions",
    { config: { postgres_changes: Array.from({ length: 101 }, () => ({})) } },
    "InvalidJoinPayload: A channel subscribes to at most 100 kinds of changes",
  ],
  [
    "a long key",
    { config: { presence: { key: "k".repeat(256) } } },
    "InvalidJoinPayload: A key of presence has at most 255 characters",
  ],
  [
    "replay on a public channel",
    { config: { broadcast: { replay: 123 } } },
    "UnableToReplayMessages: Replay is not allowed for public channels",
  ],
  ...[{ since: "1" }, { since: 1.5 }, { since: 253_402_300_800_000 }, { limit: "1" }].map(
    (replay): [string, unknown, string] => [
      `replay of ${JSON.stringify(replay)}`,
      { config: { private: true, broadcast: { replay } } },
      "UnableToReplayMessages: Replay params are not valid",
    ],
  ),
]
test.each(reasons)("a join is refused: %s", (_, payload, reason) => {
  expect(() => readJoin(payload)).toThrow(expect.objectContaining({ reason }))
})
