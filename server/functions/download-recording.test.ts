/** The original file of an own activity, as a browser downloads it. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { beginImport, importFiles } from "#domain/competition/intake/import.ts"
import type { Claims } from "#platform/gateway/contract.ts"
import type { FileOutcome } from "#ports/recorded.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { downloadRecording } from "./download-recording.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

async function member(email: string) {
  const { session } = await site.member(email)
  const claims = (await site.service.verifyToken(session.access_token)) ?? {}
  const userId = String(claims.sub)
  const { sql } = site.test.world.db
  const [athlete] = await sql<{ id: number }>`
    insert into athletes (user_id, slug, display_name, search_name, consent_text, consent_at, joined_at)
    values (${userId}, ${email.replace(/\W/g, "-")}, 'Ida', 'ida', 'I agree.', now(), '2020-01-01')
    returning id::float8 as id
  `
  const download = async (
    body: unknown,
    caller: { userId: string | null; claims: Claims } = { userId, claims },
  ) => {
    const request = new Request("http://b4m.test/functions/v1/download-recording", {
      method: "POST",
      body: JSON.stringify(body),
    })
    return downloadRecording(site.test.world, request, { role: "authenticated", ...caller })
  }
  return { athleteId: athlete?.id ?? 0, download }
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
  const { world } = site.test
  await importFiles(world, { importId: await beginImport(world, athleteId), athleteId, files: files() })
  const [row] = await world.db.sql<{ id: number }>`
    select id::float8 as id from activities where athlete_id = ${athleteId} and external_id = ${`${text}#0`}
  `
  return row?.id ?? 0
}

test("The owner saves the bytes as they were sent; browsers do not display, cache or execute them", async () => {
  const { athleteId, download } = await member("owner@example.com")
  const activity = await importOne(athleteId, `export.zip/Zoë’s "run"; x=1.gpx`, "<script>alert(1)</script>")
  const answer = await download({ activity })
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
  const refused = async (answer: Response) => [answer.status, (await answer.json()).code]
  expect(await refused(await other.download({ activity }))).toEqual([404, "unknown_activity"])
  expect(await refused(await owner.download({ activity }, { userId: null, claims: {} }))).toEqual([
    401,
    "session_not_found",
  ])
  for (const bad of [{}, { activity: "1" }, { activity: -1 }, { activity: 1.5 }, { activity: 2 ** 60 }])
    expect(await refused(await owner.download(bad))).toEqual([400, "invalid_input"])
  expect(await (await owner.download({ activity })).text()).toBe("mine")
})

test("A file that was not stored, or is temporarily unavailable, is reported with a sentence", async () => {
  const { athleteId, download } = await member("lost@example.com")
  const activity = await importOne(athleteId, "a.gpx", "lost")
  for await (const { key } of site.test.world.files.list(`recordings/${athleteId}`))
    await site.test.world.files.remove(key)
  const gone = await download({ activity })
  expect([gone.status, await gone.json()]).toMatchObject([
    404,
    { code: "unavailable", error: expect.stringContaining("Import it again") },
  ])
  await site.test.world.db.sql`delete from recording_files where athlete_id = ${athleteId}`
  expect((await (await download({ activity })).json()).code).toBe("not_kept")
})
