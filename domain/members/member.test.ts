/** Joining, changing and finding members. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import {
  athleteOfEmail,
  athleteOfUser,
  changeMember,
  exportMember,
  foldName,
  hasDemoAthletes,
  join,
} from "./member.ts"
import { slugOf } from "./slug.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())

let userId: string
const email = "Zoe@Example.com"
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  userId = await addUser(email)
})

async function addUser(address: string): Promise<string> {
  const id = randomUUID()
  await t.world.db.sql`insert into auth.users (id, email) values (${id}, ${address})`
  return id
}

const joining = {
  displayName: "Zoë Ångström",
  visibility: "members" as const,
  units: "imperial" as const,
  timeZone: "America/Los_Angeles",
  consentText: "I agree.",
}
const joined = async (id = userId) => {
  const result = await join(t.world, { ...joining, userId: id })
  if (!result.ok) throw new Error(result.code)
  return result.athlete
}

test("an account joins once", async () => {
  const athlete = await joined()
  expect(athlete).toMatchObject({ slug: "zoe-angstrom", displayName: "Zoë Ångström", visibility: "members" })
  expect(await join(t.world, { ...joining, userId, displayName: "Other" })).toEqual({
    ok: false,
    code: "already_joined",
  })
  expect(await athleteOfUser(t.world.db, userId)).toEqual(athlete)
})

test("a member with the same name gets the next free slug", async () => {
  const slugs = [await joined(), await joined(await addUser("b@example.com"))].map(({ slug }) => slug)
  await t.world.db.sql`update athletes set slug = 'zoe-angstrom-9' where slug = 'zoe-angstrom-2'`
  slugs.push((await joined(await addUser("c@example.com"))).slug)
  expect(slugs).toEqual(["zoe-angstrom", "zoe-angstrom-2", "zoe-angstrom-10"])
})

test("three who join under one name at the same moment both get in", async () => {
  const { db } = t.world
  const ids = [userId, await addUser("b@example.com"), await addUser("c@example.com")]
  const [locked, allWait] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // All of them find the same slug free, because none can take it yet.
  const holding = db.transaction(async (inside) => {
    await inside.sql`lock table athletes in share row exclusive mode`
    locked.resolve()
    await allWait.promise
  })
  await locked.promise
  const joining = Promise.all(ids.map(joined))
  await expect
    .poll(() => db.sql`select 1 from pg_locks where relation = 'athletes'::regclass and not granted`)
    .toHaveLength(ids.length)
  allWait.resolve()
  await holding
  const slugs = (await joining).map(({ slug }) => slug)
  expect(slugs.sort()).toEqual(["zoe-angstrom", "zoe-angstrom-2", "zoe-angstrom-3"])
})

test.each([
  ["displayName", "Mara Voss", { displayName: "Mara Voss" }],
  ["visibility", "hidden", { visibility: "hidden" }],
  ["units", "metric", { units: "metric" }],
  ["timeZone", "Asia/Tokyo", { timeZone: "Asia/Tokyo" }],
])("a change of %s changes nothing else", async (field, value, changed) => {
  const before = await joined()
  const search = async () => (await t.world.db.sql`select search_name from athletes`)[0]?.search_name
  expect(await search()).toBe("zoe angstrom")
  expect(await changeMember(t.world, userId, { [field]: value })).toEqual({
    ok: true,
    athlete: { ...before, ...changed },
  })
  expect(await search()).toBe(field === "displayName" ? "mara voss" : "zoe angstrom")
})

test("an account that has not joined cannot be found, changed or exported", async () => {
  const { db } = t.world
  expect(await changeMember(t.world, userId, { units: "metric" })).toEqual({ ok: false, code: "not_joined" })
  expect(await athleteOfUser(db, userId)).toBeUndefined()
  expect(await athleteOfEmail(db, email)).toBeUndefined()
  expect(await exportMember(db, userId)).toBeNull()
})

test("a member is found by the address in any letter case, with the consent", async () => {
  const athlete = await joined()
  expect(await athleteOfEmail(t.world.db, "zOE@example.COM")).toEqual(athlete)
  expect(await athleteOfEmail(t.world.db, "mara@example.com")).toBeUndefined()
  expect(await exportMember(t.world.db, userId)).toMatchObject({
    slug: "zoe-angstrom",
    consent_text: "I agree.",
    consent_at: t.world.now(),
  })
})

test("sample athletes are distinguished from members", async () => {
  await joined()
  expect(await hasDemoAthletes(t.world.db)).toBe(false)
  await t.world.db.sql`update athletes set demo = true`
  expect(await hasDemoAthletes(t.world.db)).toBe(true)
})

test.each([
  ["  Zoë Ångström ", "zoe angstrom", "zoe-angstrom"],
  ["O'Brien & Sons", "o'brien & sons", "o-brien-sons"],
  ["走る人", "走る人", "zoururen"],
  ["Đức Nguyễn", "duc nguyen", "duc-nguyen"],
  ["Łukasz Strøm-Weiß", "lukasz strom-weiss", "lukasz-strom-weiss"],
  ["Мария", "мария", "mariya"],
  ["علی\u200cرضا", "علیرضا", "lyrd"],
  ["Kim 👩\u200d👩\u200d👧 🇻🇳", "kim 👩👩👧 🇻🇳", "kim"],
  ["🏃", "🏃", "athlete"],
  ["--", "--", "athlete"],
  [`${"a".repeat(59)} b`, `${"a".repeat(59)} b`, "a".repeat(59)],
  ["a".repeat(61), "a".repeat(61), "a".repeat(60)],
])("%j is searched as %j and addressed as %j", (name, folded, slug) => {
  expect(foldName(name)).toBe(folded)
  expect(slugOf(name)).toBe(slug)
})
