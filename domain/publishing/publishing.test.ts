/** Published words: copy on write, two editors, and what a process shows before and without the database. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { testimonials } from "#content/community.ts"
import type { Snapshot } from "#ports/snapshot.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { followWords } from "./follow-words.ts"
import { publishingRow, saveRow, takeBackRow } from "./rows.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())
beforeEach(async () => void (await t.world.db.sql`delete from private.publishing`))

const [first] = testimonials
const slug = first.athleteId
const said = (name: string) => ({ ...first, name })

function memory(text: string | null = null): Snapshot & { text: string | null } {
  return {
    text,
    async read() {
      return this.text
    },
    async write(next) {
      this.text = next
    },
  }
}

function save(name: string, version: number, at = slug) {
  const edit = {
    kind: "testimonials",
    slug: at,
    data: said(name),
    state: "published" as const,
    version,
    by: null,
  }
  return saveRow(t.world, edit)
}

const shownBy = (published: Awaited<ReturnType<typeof followWords>>) =>
  published.words.list("testimonials").map(({ name }) => name)

test("every process shows a change, and content/ again once it is taken back", async () => {
  const processes = await Promise.all([followWords(t.world, memory()), followWords(t.world, memory())])
  const saved = await save("Changed", 0)
  expect(saved).toMatchObject({ ok: true })
  for (const one of processes) await expect.poll(() => shownBy(one)[0]).toBe("Changed")
  await takeBackRow(t.world.db, { kind: "testimonials", slug, version: saved.ok ? saved.version : 0 })
  for (const one of processes) {
    await expect.poll(() => one.words.isChanged()).toBe(false)
    expect(shownBy(one)).toEqual(testimonials.map(({ name }) => name))
    one.close()
  }
})

test("of two editors who read the same version, the second overwrites nothing", async () => {
  const both = await Promise.all([save("One", 0), save("Two", 0)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both).toContainEqual({ ok: false, code: "edited" })
  const row = await publishingRow(t.world.db, { kind: "testimonials", slug })
  const again = await Promise.all([save("Three", row?.version ?? 0), save("Four", row?.version ?? 0)])
  expect(again.filter(({ ok }) => ok)).toHaveLength(1)
  // Also when the entry was taken back and changed again meanwhile.
  const now = await publishingRow(t.world.db, { kind: "testimonials", slug })
  await takeBackRow(t.world.db, { kind: "testimonials", slug, version: now?.version ?? 0 })
  await save("Five", 0)
  expect(await save("Late", now?.version ?? 0)).toEqual({ ok: false, code: "edited" })
  expect(await takeBackRow(t.world.db, { kind: "testimonials", slug, version: now?.version ?? 0 })).toEqual({
    ok: false,
    code: "edited",
  })
  expect((await publishingRow(t.world.db, { kind: "testimonials", slug }))?.data.name).toBe("Five")
})

test("words that break the rules of their kind are refused, with a sentence for each field", async () => {
  const edit = { slug, state: "published" as const, version: 0, by: null }
  expect(await saveRow(t.world, { ...edit, kind: "constructor", data: {} })).toEqual({
    ok: false,
    code: "unknown_kind",
  })
  expect(await saveRow(t.world, { ...edit, kind: "testimonials", slug: "../x", data: {} })).toMatchObject({
    ok: false,
  })
  const short = await saveRow(t.world, { ...edit, kind: "testimonials", data: { ...said("A"), quote: "x" } })
  expect(short).toMatchObject({ ok: false, code: "invalid" })
  expect(Object.keys("problems" in short ? short.problems : {})).toEqual(["quote"])
  expect(await t.world.db.sql`select from private.publishing`).toEqual([])
})

test("a process that cannot read the rows shows the last published form", async () => {
  const kept = memory()
  const before = await followWords(t.world, kept)
  await save("Kept on disk", 0)
  await expect.poll(() => shownBy(before)[0]).toBe("Kept on disk")
  await expect.poll(() => kept.text).toContain("Kept on disk")
  before.close()
  const away = { ...t.world.db, sql: (() => Promise.reject(new Error("away"))) as never }
  const without = await followWords({ ...t.world, db: away }, kept)
  expect(shownBy(without)[0]).toBe("Kept on disk")
  without.close()
  const damaged = await followWords({ ...t.world, db: away }, memory(`{"half`))
  expect(shownBy(damaged)[0]).toBe(first.name)
  damaged.close()
  expect(t.log.entries.splice(0).length).toBeGreaterThan(0)
})
