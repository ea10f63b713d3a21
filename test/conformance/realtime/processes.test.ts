import { connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type ChildProgram, runProgram } from "#test/support/child-program.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"

const key = "sb_publishable_program_aaaaaaaa"
const program = join(import.meta.dirname, "../../support/realtime-program.ts")

let database: TestDatabase
let first: ChildProgram
let second: ChildProgram
const clients: SupabaseClient[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query(
    `create table notes (id bigint generated always as identity primary key, title text);
     grant select, insert on notes to anon;
     alter publication supabase_realtime add table notes`,
  )
  const env = {
    REALTIME_LIMITS: JSON.stringify({ leaseMs: 200, processSilenceMs: 60_000, changesIntervalMs: 20 }),
  }
  ;[first, second] = [0, 1].map(() => runProgram(program, [database.url], { env })) as [
    ChildProgram,
    ChildProgram,
  ]
})
afterAll(async () => {
  for (const client of clients) await client.realtime.disconnect()
  await first.kill()
  await second.finish()
  await database.drop()
})

/** A load balancer in front of both processes: connections go to the first that responds. */
async function startBalancer(urls: string[]): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const forward = ([url, ...others]: string[]) => {
      if (!url) return incoming.destroy()
      const outgoing = connect(Number(new URL(url).port), "127.0.0.1")
      let isOpen = false
      outgoing.once("connect", () => {
        isOpen = true
        incoming.pipe(outgoing).pipe(incoming)
      })
      outgoing.on("error", () => (isOpen ? incoming.destroy() : forward(others)))
      outgoing.on("close", () => isOpen && incoming.destroy())
      incoming.on("close", () => outgoing.destroy())
      sockets.add(outgoing)
    }
    sockets.add(incoming)
    incoming.on("error", () => {})
    forward(urls)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function channelOf(url: string, person: string) {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  clients.push(client)
  const channel = client.channel("board", { config: { presence: { key: person }, broadcast: { ack: true } } })
  const heard: string[] = []
  const system: string[] = []
  let subscriptions = 0
  channel
    .on("broadcast", { event: "*" }, ({ payload }) => void heard.push(payload.text))
    .on("presence", { event: "sync" }, () => {})
    .on("postgres_changes", { event: "INSERT", schema: "public", table: "notes" }, (change) =>
      heard.push(String(Object(change.new).title)),
    )
    .on("system", {}, ({ message }) => void system.push(message))
    .subscribe((state) => {
      if (state !== "SUBSCRIBED") return
      subscriptions++
      void channel.track({ person })
    })
  const present = () => Object.keys(channel.presenceState()).sort()
  return { client, channel, heard, system, present, subscriptions: () => subscriptions }
}
const say = (channel: RealtimeChannel, text: string) =>
  channel.send({ type: "broadcast", event: "said", payload: { text } })

test("processes: after kill -9 of one of two, its clients continue in the other, nobody who left stays present, and committed changes arrive", async () => {
  const [a, b] = [(await first.ready).url, (await second.ready).url]
  const balancer = await startBalancer([a, b])
  const moves = channelOf(balancer.url, "moves")
  const leaves = channelOf(a, "leaves")
  const stays = channelOf(b, "stays")
  const all = [moves, leaves, stays]
  for (const one of all) await expect.poll(() => one.system).toEqual(["Subscribed to PostgreSQL"])
  for (const one of all) await expect.poll(one.present).toEqual(["leaves", "moves", "stays"])
  expect(await say(moves.channel, "before")).toBe("ok")
  await expect.poll(() => stays.heard).toEqual(["before"])

  // The first process confirms that the row is stored, and is killed before it could notify anybody.
  const written = await moves.client.from("notes").insert({ title: "committed" })
  await first.kill()
  await leaves.client.realtime.disconnect()
  // The state after a minute of silence.
  await database.db.query(
    `update realtime.processes set seen_at = seen_at - interval '61 seconds'
     where id = (select process from realtime.presences where key = 'leaves')`,
  )
  expect(written.error).toBeNull()
  await expect.poll(() => stays.heard).toEqual(["before", "committed"])

  await expect.poll(moves.subscriptions).toBe(2)
  await expect.poll(() => moves.system.length).toBe(2)
  await expect.poll(stays.present).toEqual(["moves", "stays"])
  await expect.poll(moves.present).toEqual(["moves", "stays"])
  expect(await say(stays.channel, "after")).toBe("ok")
  await expect.poll(() => moves.heard.at(-1)).toBe("after")
  await database.db.query("insert into notes (title) values ('later')")
  for (const { heard } of [moves, stays]) await expect.poll(() => heard.at(-1)).toBe("later")
  balancer.close()
})
