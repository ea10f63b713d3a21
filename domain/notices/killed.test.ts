/** The evening's notices, whose process is killed: between claim and send nobody is lost, and nobody is told two different things. */
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, expect, test } from "vitest"
import { makePushKeys } from "#adapters/push/web-push.ts"
import { createSeal, sha256 } from "#primitives/secrets.ts"
import { type PushService, startPushService } from "#test/stand-ins/push-service.ts"
import { runProgram } from "#test/support/child-program.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"

/** Every second one is told by push. */
const members = 100
/** 6 in the evening of November 22 in Los Angeles, the last of a season. */
const evening = "2026-11-23T02:00:00Z"
const sealSecret = "a secret that only tests know"

let t: TestWorld
let push: PushService
let smtp: SMTPServer
const keys = makePushKeys()
const mails: { to: string; id: string }[] = []

beforeAll(async () => {
  t = await createCompetitionWorld(evening)
  push = await startPushService(async () => keys.publicKey)
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let text = ""
      stream.on("data", (chunk) => {
        text += chunk
      })
      stream.on("end", () => {
        mails.push({
          to: session.envelope.rcptTo[0]?.address ?? "",
          id: /^Message-ID: (\S+)/im.exec(text)?.[1] ?? "",
        })
        done()
      })
    },
  })
  // Broken connections are expected here.
  smtp.on("error", () => {})
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve))
  await fill()
})
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  await push.close()
  await t.close()
})

/** Members with points in the season that ends tonight, who want to hear of it. */
async function fill() {
  const { sql } = t.world.db
  await sql`
    with people as (
      select gen_random_uuid() as id, 'member-' || n || '@example.com' as email, n from generate_series(1, ${members}) n
    ), users as (
      insert into auth.users (id, email) select id, email from people returning id
    ), sessions as (
      insert into auth.sessions (id, user_id, created_at) select id, id, now() from users returning id
    ), joined as (
      insert into athletes (user_id, slug, display_name, search_name, visibility, time_zone, consent_text, consent_at, joined_at)
      select p.id, 'member-' || p.n, 'Member ' || p.n, 'member ' || p.n, 'public', 'America/Los_Angeles', 'I agree.', now(), '2020-01-01'
      from people p join users u on u.id = p.id
      returning id, user_id
    ), stand as (
      insert into standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
      select j.id, b.id, 10, 1, 0, now(), private.place_key(10, 1::smallint, now())
      from joined j, boards b join seasons s on s.id = b.season_id where s.slug = 'fortnightly-2026-11-09'
      returning 1
    )
    insert into private.notice_choices (athlete_id, kind, channel, chosen_at)
    select id, 'season', case when id % 2 = 0 then 'push' else 'mail' end, now() from joined`
  const seal = createSeal(sealSecret, "push targets")
  const wanting = await sql<{ id: number; session: string }>`
    select a.id::float8 as id, a.user_id as session from athletes a
    join private.notice_choices c on c.athlete_id = a.id and c.channel = 'push'`
  for (const { id, session } of wanting) {
    const target = push.device(`member-${id}`)
    await sql`
      insert into private.push_subscriptions (athlete_id, endpoint_hash, sealed_target, device, auth_session_id, created_at)
      values (${id}, ${sha256(target.endpoint)}, ${await seal.seal(JSON.stringify(target))}, 'Phone', ${session}, now())`
  }
  // As a server does by itself some time after so many rows.
  await sql`analyze`
}

function start() {
  const { port } = smtp.server.address() as AddressInfo
  const options = {
    ...{ databaseUrl: t.database.url, smtpUrl: `smtp://127.0.0.1:${port}`, pushOrigin: push.origin },
    ...{ pushKeys: keys, sealSecret, now: evening },
  }
  return runProgram(join(import.meta.dirname, "../../test/support/notices-program.ts"), [
    JSON.stringify(options),
  ])
}

const claimed = async () => {
  const [row] = await t.world.db.sql<{
    n: number
  }>`select count(*)::integer as n from private.notices where slot = 'day'`
  return row?.n ?? 0
}
const arrived = () => mails.length + push.received.length
/** How often each was told, and by how many different messages. */
const told = () => {
  const all = [
    ...mails.map(({ to, id }) => [to, id] as const),
    ...push.received.map(({ device, headers }) => [device, headers.topic ?? ""] as const),
  ]
  return [...Map.groupBy(all, ([who]) => who)].map(([who, own]) => ({
    who,
    times: own.length,
    different: new Set(own.map(([, id]) => id)).size,
  }))
}

test("killed while it claims and while it sends: everybody is told, and a repeat is recognized as one", async () => {
  const kills: [string, () => Promise<boolean>][] = [
    ["claiming", async () => (await claimed()) >= members * 0.3],
    ["claimed and not sent", async () => (await claimed()) >= members * 0.9],
    ["sending", async () => arrived() >= members * 0.5],
  ]
  for (const [when, reached] of kills) {
    const run = start()
    await run.ready
    run.process.stdin?.write("send\n")
    while (!(await reached())) {
      expect(run.process.exitCode, `it ended before it could be killed ${when}`).toBeNull()
      await sleep(5)
    }
    await run.kill()
    if (when !== "sending") expect(arrived(), `nothing is sent while ${when}`).toBe(0)
  }
  const last = start()
  await last.ready
  last.process.stdin?.write("send\n")
  expect([await last.ended, last.lines.at(-1)]).toEqual([0, "finished"])
  const everybody = told()
  expect(everybody).toHaveLength(members)
  // Four mails and four messages are in flight at a time.
  expect(everybody.filter(({ times }) => times > 1).length).toBeLessThanOrEqual(8)
  expect(everybody.filter(({ times, different }) => times > 2 || different > 1)).toEqual([])
  expect(push.strays).toEqual([])
}, 900_000)
