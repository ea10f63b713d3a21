/** A member downloads the original file of an activity. */
import { RouterContextProvider } from "react-router"
import { afterAll, beforeAll, expect, test } from "vitest"
import { beginImport, importFiles } from "#domain/competition/intake/import.ts"
import type { SignedIn } from "#domain/members/session.ts"
import type { FileOutcome } from "#ports/recorded.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { type Visit, visit, world } from "../../../context.ts"
import type { Route } from "./+types/original"
import { loader } from "./original.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

async function member(email: string) {
  const { id: userId } = await site.member(email)
  const { sql } = site.test.world.db
  const [athlete] = await sql<{ id: number }>`
    insert into athletes (user_id, slug, display_name, search_name, consent_text, consent_at, joined_at)
    values (${userId}, ${email.replace(/\W/g, "-")}, 'Ida', 'ida', 'I agree.', now(), '2020-01-01')
    returning id::float8 as id
  `
  const download = (id: number | string) => downloadAs({ userId }, id)
  return { athleteId: athlete?.id ?? 0, download }
}

function downloadAs(member: Pick<SignedIn, "userId"> | null, id: number | string): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(world, site.test.world)
  context.set(visit, { signedIn: async () => member } as unknown as Visit)
  return loader({ params: { id: String(id) }, context } as unknown as Route.LoaderArgs)
}

async function importOne(athleteId: number, name: string, text: string): Promise<number> {
  const { kind: _, source: __, sport, ...facts } = sentRun({ externalId: `${text}#0` })
  async function* files(): AsyncGenerator<FileOutcome> {
    const bytes = async function* () {
      yield Buffer.from(text)
    }
    yield {
      name,
      ok: true,
      activities: [{ ...facts, sports: [sport] }],
      original: { contentId: text, bytes },
    }
  }
  const to = site.test.world
  await importFiles(to, { importId: await beginImport(to, athleteId), athleteId, files: files() })
  const [row] = await to.db.sql<{ id: number }>`
    select id::float8 as id from activities where athlete_id = ${athleteId} and external_id = ${`${text}#0`}
  `
  return row?.id ?? 0
}

test("The owner saves the bytes as they were sent; browsers do not display, cache or execute them", async () => {
  const { athleteId, download } = await member("owner@example.com")
  const activity = await importOne(athleteId, `export.zip/Zoë’s "run"; x=1.gpx`, "<script>alert(1)</script>")
  const answer = await download(activity)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "application/octet-stream",
    "content-length": "25",
    "content-disposition": `attachment; filename="Zo__s _run__ x_1.gpx"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20%22run%22%3B%20x%3D1.gpx`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  })
  expect(await answer.text()).toBe("<script>alert(1)</script>")
})

test("Nobody else gets it: another member, a visitor without a session, or a request with an invalid id", async () => {
  const owner = await member("one@example.com")
  const other = await member("two@example.com")
  const activity = await importOne(owner.athleteId, "a.gpx", "mine")
  const refused = async (answer: Response) => [answer.status, await answer.text()]
  const unknown = [404, "You have no such activity."]
  expect(await refused(await other.download(activity))).toEqual(unknown)
  expect(await refused(await downloadAs(null, activity))).toEqual([401, "Sign in first."])
  for (const bad of ["", "x", "-1", "1.5", String(2 ** 60)])
    expect(await refused(await owner.download(bad))).toEqual(unknown)
  expect(await (await owner.download(activity)).text()).toBe("mine")
})

test("A file that was not stored, or is temporarily unavailable, is reported with a sentence", async () => {
  const { athleteId, download } = await member("lost@example.com")
  const activity = await importOne(athleteId, "a.gpx", "lost")
  for await (const { key } of site.test.world.files.list(`recordings/${athleteId}`))
    await site.test.world.files.remove(key)
  const gone = await download(activity)
  expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining("Import it again")])
  await site.test.world.db.sql`delete from recording_files where athlete_id = ${athleteId}`
  expect(await (await download(activity)).text()).toBe("We have no original file for this activity.")
})
