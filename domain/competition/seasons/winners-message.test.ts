/** Messages to the winners of a season: each reaches its recipients once, and their delivery is shown. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import { seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { messagesToHolders, writeToHolders } from "./winners-message.ts"

const slug = "fortnightly-2026-11-09"
let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  const { sql } = t.world.db
  const [season, other] = [
    await seasonNamed(t.world.db, slug),
    await seasonNamed(t.world.db, "monthly-2026-11"),
  ]
  for (const [name, of, status] of [
    ["Ana", season, "awarded"],
    ["Ben", season, "shipped"],
    ["Cleo", season, "withdrawn"],
    ["Dan", other, "awarded"],
    ["Eve", season, "claimed"],
  ] as const) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
    await sql`
      insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until, withdrawn_because)
      values (${of.id}, ${id}, 'A belt', ${id}, ${status}, 0, now(), now(), ${status === "withdrawn" ? "declined" : null})`
  }
  await sql`update auth.users set email = null where email = 'eve@b4m.test'`
})
afterAll(() => t.close())

const write = (id: string, text = "One.\r\n\r\n\r\nTwo.\nThree.") =>
  writeToHolders(t.world, { id, season: slug, subject: "Well done", text, by: "ops" })

test("a message reaches each holder of a prize who has an address once; a second message reaches them too", async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  expect(await write(first)).toEqual({ ok: true, mails: 2 })
  expect(await write(first)).toEqual({ ok: false, code: "already_sent" })
  expect(t.mails.map(({ to }) => to)).toEqual(["ana@b4m.test", "ben@b4m.test"])
  expect(t.mails[0]).toMatchObject({ kind: "competition.message", subject: "Well done" })
  expect(t.mails[0]?.text).toContain("Hello Ana")
  expect(t.mails[0]?.text).toMatch(/One\.\n\nTwo\.\s+Three\./)
  t.clock.advance(1000)
  expect(await write(second)).toEqual({ ok: true, mails: 2 })
  expect(t.mails).toHaveLength(4)
  const { sql } = t.world.db
  for (const [key, state] of [
    [`season-message:${first}:1`, "queued"],
    [`season-message:${first}:2`, "dead"],
    [`season-message:${first}:3`, "sent"],
    [`season-message:${second}:1`, "dead"],
    [`another:${second}:1`, "queued"],
  ])
    await sql`
      insert into private.mails (key, kind, state, recipient, message)
      values (${key ?? ""}, 'competition.message', ${state ?? ""}, 'a@b4m.test', '{}')`
  const kept = await messagesToHolders(t.world.db, slug)
  expect(kept.map(({ id, mails, waiting, failed, by }) => [id, mails, waiting, failed, by])).toEqual([
    [second, 2, 0, 1, "ops"],
    [first, 2, 1, 1, "ops"],
  ])
  expect(await messagesToHolders(t.world.db, "monthly-2026-11")).toEqual([])
})
