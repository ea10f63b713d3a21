/**
 * Runs `npm run import`, `season`, `review` and `recompute` as an operator does, from recordings to a shipped
 * prize.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { maintainBoards } from "#domain/competition/boards/maintain.ts"
import { addAthlete } from "#test/support/competition.ts"
import { encodeFit, gpx } from "#test/support/recordings.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import { startProcess } from "#test/support/server-process.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"

let site: TestWorld
let folder: string
beforeAll(async () => {
  // Two hours ago, so that the season of what was trained an hour ago is open, also in the first hour of the next one.
  site = await createTestWorld({ now: minutesAgo(120) })
  await maintainBoards(site.world)
  folder = await mkdtemp(join(tmpdir(), "b4m-commands-"))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000)

type Command = "import" | "season" | "recompute" | "review"
const settings = () => ({
  DATABASE_URL: site.database.url,
  DATA_DIR: folder,
  INIT_CWD: folder,
  SITE_URL: "http://b4m.test",
})

/** Runs a command as a process. Returns the exit code and the output, including standard error. */
async function start(command: Command, ...parameters: string[]) {
  const program = startProcess(`server/commands/${command}.ts`, settings(), parameters)
  return [await program.ended, program.output()] as const
}

let runs = 0

/** The same within this process, which saves its start: each command is also started as a process once. */
async function run(command: Command, ...parameters: string[]) {
  const output: string[] = []
  const take = (text: string | Uint8Array) => output.push(String(text)) > 0
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation(take),
  )
  const { argv, exitCode } = process
  for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value)
  process.argv = [process.execPath, command, ...parameters]
  try {
    // With another address each time, so that it runs again.
    await import(/* @vite-ignore */ `./${command}.ts?run=${runs++}`)
    return [process.exitCode ?? 0, output.join("")] as const
  } finally {
    process.argv = argv
    process.exitCode = exitCode
    vi.unstubAllEnvs()
    for (const stream of streams) stream.mockRestore()
  }
}

test("recordings are imported, a season is closed after a dry run, and its prize is shipped once claimed", {
  timeout: 180_000,
}, async () => {
  const { sql } = site.world.db
  await addAthlete(site.world, { name: "Ana", email: "ana@b4m.test" })
  const startedAt = minutesAgo(60)
  const bytes = encodeFit({
    sessions: [
      {
        startedAt,
        sport: "running",
        timerS: 1920,
        elapsedS: 1920,
        distanceM: 6100,
        records: 60,
      },
    ],
  })
  await writeFile(join(folder, "run.fit"), bytes)
  await writeFile(join(folder, "cut.fit"), bytes.subarray(0, 300))
  await writeFile(join(folder, "old.gpx"), gpx({ start: new Date("1990-05-01T08:00:00Z"), points: [3, 3] }))
  const came = await start("import", "ana@b4m.test", "old.gpx", "run.fit", "cut.fit")
  expect(came).toEqual([0, expect.stringContaining("3 files for Ana: 1 activity stored, 2 files refused.")])
  expect(came[1]).toMatch(/^cut\.fit: cut off/m)
  expect(came[1]).toMatch(/^old\.gpx: says it started in 1990/m)
  expect(await run("import", "nobody@b4m.test", "run.fit")).toEqual([
    1,
    "nobody@b4m.test has not joined the competition.\n",
  ])

  const [season] = await sql<{ slug: string }>`
    select slug from seasons where series = 'fortnightly' and opens_at <= ${startedAt} and closes_at > ${startedAt}
  `
  const slug = season?.slug ?? ""
  expect((await run("season", "close", slug))[0]).toBe(1)
  const rehearsed = await run("season", "close", slug, "--early", "--dry-run")
  expect(rehearsed[1]).toContain(`${slug}: 1 result.\nUndisputed places are awarded from `)
  expect(await sql`select from prizes`).toEqual([])
  expect((await start("season", "close", slug, "--early"))[1]).toContain("0 prizes awarded or moved.")
  await closeAndAward(site.world, slug)

  const [prize] = await sql<{ id: string }>`select id::text from prizes`
  const id = prize?.id ?? ""
  expect(await run("season", "ship", id)).toEqual([1, "The winner has not entered a shipping address yet.\n"])
  await sql`update prizes set status = 'claimed', claimed_at = now(), shipping_cents = 0, address = '{"city": "Costa Mesa"}'`
  expect((await run("season", "list"))[1]).toMatch(/place 1 {2}ana-\d+ {2}ready to ship: .*\n {6}Costa Mesa/)
  expect(await run("season", "ship", id, "1Z", "--dry-run")).toEqual([
    0,
    "The prize of Ana would be marked as shipped.\nNothing was changed.\n",
  ])
  expect(await run("season", "ship", id, "1Z")).toEqual([0, "The prize of Ana is marked as shipped.\n"])
  expect(await sql`select status, tracking from prizes`).toEqual([{ status: "shipped", tracking: "1Z" }])
  expect((await start("recompute"))[1]).toContain("0 verdicts, 0 days and 0 standings differ.")
})

test("a disqualified athlete loses the place to the next, first as a dry run", {
  timeout: 180_000,
}, async () => {
  const { sql } = site.world.db
  await sql`delete from athletes`
  const [carl, dora] = ["Carl", "Dora"].map((name) => ({ name, email: `${name.toLowerCase()}@b4m.test` }))
  for (const [athlete, minutes] of [
    [carl, 60],
    [dora, 40],
  ] as const) {
    await addAthlete(site.world, athlete)
    const session = {
      startedAt: minutesAgo(60),
      sport: "running",
      timerS: minutes * 60,
      elapsedS: minutes * 60,
    }
    const bytes = encodeFit({ sessions: [{ ...session, distanceM: minutes * 180, records: 60 }] })
    await writeFile(join(folder, "run.fit"), bytes)
    expect((await run("import", athlete?.email ?? "", "run.fit"))[0]).toBe(0)
  }
  const [monthly] = await sql<{ slug: string }>`
    select slug from seasons where series = 'monthly' and closes_at > now() - interval '1 hour' order by opens_at limit 1
  `
  const slug = monthly?.slug ?? ""
  expect((await run("season", "close", slug, "--early"))[1]).toMatch(/2 results[\s\S]*0 prizes/)
  await closeAndAward(site.world, slug)
  const [first] = await sql<{ slug: string }>`select slug from athletes where display_name = 'Carl'`
  const out = ["season", "disqualify", slug, first?.slug ?? "", "a", "second", "device"] as const
  const winners = () => sql`
    select athletes.display_name as name, prizes.status from prizes join athletes on athletes.id = athlete_id
    order by prizes.id
  `
  const before = await winners()
  const [code, said] = await run(...out, "--dry-run")
  expect([code, said]).toEqual([0, expect.stringContaining(`would be disqualified from ${slug}.`)])
  expect(said).toMatch(/place 1: Dora[\s\S]*Nothing was changed\./)
  expect(await winners()).toEqual(before)
  expect((await run(...out))[1]).toMatch(/is disqualified from [\s\S]*place 1: Dora/)
  expect(await winners()).toEqual(expect.arrayContaining([{ name: "Dora", status: "awarded" }]))
  expect(await run("season", "disqualify", slug, "nobody", "why")).toEqual([1, "There is no such athlete.\n"])
})

test("an unusual activity waits for an operator's decision", async () => {
  const { sql } = site.world.db
  await addAthlete(site.world, { name: "Eve", email: "eve@b4m.test" })
  // Faster than the world record for an hour, slower than the limit of what is possible.
  const session = {
    startedAt: minutesAgo(60),
    sport: "running",
    timerS: 3600,
    elapsedS: 3600,
    distanceM: 22_000,
  }
  await writeFile(join(folder, "fast.fit"), encodeFit({ sessions: [{ ...session, records: 60 }] }))
  await run("import", "eve@b4m.test", "fast.fit")
  const [row] = await sql<{ id: string; status: string }>`
    select activities.id::text, status from activities join athletes on athletes.id = athlete_id
    where display_name = 'Eve'
  `
  expect(row?.status).toBe("review")
  const status = async () =>
    (await sql<{ status: string }>`select status from activities where id = ${row?.id ?? ""}`)[0]?.status
  expect((await run("review", "list"))[1]).toMatch(
    new RegExp(`^ *${row?.id}  eve-[^]*original file kept: npm run review -- file ${row?.id} <path>`, "m"),
  )
  expect((await start("review", "file", row?.id ?? "", "saved.fit"))[0]).toBe(0)
  const saved = await readFile(join(folder, "saved.fit"))
  expect(saved.equals(await readFile(join(folder, "fast.fit")))).toBe(true)
  // A file that is there is never replaced.
  expect((await run("review", "file", row?.id ?? "", "fast.fit"))[0]).toBe(1)
  expect(await run("review", "file", "999999999", "x.fit")).toEqual([1, "There is no such activity.\n"])
  expect((await run("review", "count", row?.id ?? ""))[0]).toBe(0)
  expect(await status()).toBe("counted")
  expect((await run("review", "decline", row?.id ?? ""))[0]).toBe(0)
  expect(await status()).toBe("excluded")
  expect((await run("review", "reset", row?.id ?? ""))[0]).toBe(0)
  expect(await status()).toBe("review")
  expect(await run("review", "count", "999999999")).toEqual([1, "There is no such activity.\n"])
  expect((await run("review", "praise", "1"))[0]).toBe(2)
})
