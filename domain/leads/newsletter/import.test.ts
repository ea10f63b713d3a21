import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addReaders } from "#test/support/newsletters.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { subscriberByToken } from "../preferences.ts"
import { manageUrl } from "../subscribe.ts"
import { suppress } from "../suppress.ts"
import { importSubscribers, undoImport } from "./import.ts"
import { readSubscriberFile } from "./subscriber-file.ts"
import { pageOfSubscribers } from "./subscribers.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`with a as (delete from subscribers) delete from private.suppressions`
})

const common = { on: "2026-05-01", source: "Sheet at the race", text: "Send me the newsletter." }
const nothing = { on: "", source: "", text: "" }
const today = "2026-11-20"

function rowsOf(text: string, given = common) {
  const read = readSubscriberFile(text, { common: given, today })
  if (!read.ok) throw new Error(read.code)
  return read
}

test("Lines are read with their own proof or the common one, and invalid ones are listed", () => {
  const file = `\uFEFFName;E-Mail;consent_date;Consent Source;consent_text
"Vale; Ada";ADA@Example.com ;2026-04-02T10:00:00Z;Booth;"Yes, please"

Bob;bob@example.com;;;
Cid;not an address;;;
;;;;
Dan;dan@example.com;2026-11-21;"two
lines";
Eve;eve@example.com;5/6/2026;;`
  expect(rowsOf(file)).toEqual({
    ok: true,
    rows: [
      {
        line: 2,
        email: "ada@example.com",
        name: "Vale; Ada",
        proof: { on: "2026-04-02", source: "Booth", text: "Yes, please" },
      },
      { line: 4, email: "bob@example.com", name: "Bob", proof: common },
    ],
    bad: [
      { line: 5, given: "not an address", why: "no_address" },
      { line: 7, given: "dan@example.com", why: "no_day" },
      { line: 9, given: "eve@example.com", why: "no_day" },
    ],
  })
  for (const missing of [
    { ...common, on: "" },
    { ...common, source: "" },
    { ...common, text: "" },
  ])
    expect(rowsOf("email\na@b.co", missing).bad).toEqual([{ line: 2, given: "a@b.co", why: "no_proof" }])
})

test("Empty lines before the header change only the line numbers", () => {
  expect(rowsOf("\n\r\nname;email\nAda;ada@example.com")).toMatchObject({
    rows: [{ line: 4, email: "ada@example.com", name: "Ada" }],
    bad: [],
  })
})

test.each([
  ["", "no_column"],
  ["name\nAda", "no_column"],
  ["email\n", "empty"],
  [`email\n${"a@b.co\n".repeat(20_001)}`, "too_many"],
])("A file that cannot be read is refused as a whole", (text, code) => {
  expect(readSubscriberFile(text, { common: nothing, today })).toEqual({ ok: false, code })
})

test("Nobody who left, bounced, complained or has not confirmed is added", async () => {
  const { world } = t
  await addReaders(world.db, "newsletter", ["already@example.com", "left@example.com", "asked@example.com"])
  await addReaders(world.db, "creator-newsletter", ["other@example.com"])
  await world.db.sql`update subscriptions s set state = case who.email
      when 'left@example.com' then 'unsubscribed' when 'asked@example.com' then 'pending' else s.state end
    from subscribers who where who.id = s.subscriber_id`
  await suppress(world, { email: "bounced@example.com", reason: "bounce" })
  const names = ["already", "left", "asked", "bounced", "other", "new", "new"]
  const { rows } = rowsOf(`email\n${names.map((name) => `${name}@example.com`).join("\n")}`)
  const id = crypto.randomUUID()
  const done = await importSubscribers(world, { id, list: "newsletter", rows })
  expect(done.ok && done.fates.map(({ line, fate }) => [line, fate])).toEqual([
    [2, "already"],
    [3, "unsubscribed"],
    [4, "pending"],
    [5, "suppressed"],
    [6, "added"],
    [7, "added"],
    [8, "repeated"],
  ])
  const { rows: on } = await pageOfSubscribers(
    world.db,
    { list: "newsletter", state: "confirmed" },
    { limit: 10, offset: 0 },
  )
  expect(on.map(({ email }) => email).sort()).toEqual([
    "already@example.com",
    "new@example.com",
    "other@example.com",
  ])
  expect(on.find(({ email }) => email === "new@example.com")).toMatchObject({
    source: `import ${id}: Sheet at the race`,
    consent: "Send me the newsletter.",
    saidAt: new Date("2026-05-01T00:00:00Z"),
  })
  expect(t.mails).toEqual([])
  expect(done.ok && done.counts).toEqual({
    ...{ already: 1, unsubscribed: 1, pending: 1, suppressed: 1, added: 2, repeated: 1 },
  })
  const again = await importSubscribers(world, { id, list: "newsletter", rows })
  expect(again).toMatchObject({ ok: false, code: "nobody" })
})

test("Imported people can leave through the link in every mail", async () => {
  const { world } = t
  const { rows } = rowsOf("email\nada@example.com")
  await importSubscribers(world, { id: crypto.randomUUID(), list: "newsletter", rows })
  const [who] = await world.db.sql<{ id: string }>`select id from subscribers`
  const token =
    manageUrl(world, who?.id ?? "")
      .split("/")
      .at(-1) ?? ""
  expect(await subscriberByToken(world, token)).toMatchObject({ email: "ada@example.com" })
})

test("An import can be undone, except for people who have made a choice since", async () => {
  const { world } = t
  await addReaders(world.db, "creator-newsletter", ["both@example.com"])
  const id = crypto.randomUUID()
  const { rows } = rowsOf("email\nboth@example.com\nnew@example.com\nleft@example.com")
  await importSubscribers(world, { id, list: "newsletter", rows })
  const [left] = await world.db.sql<{
    id: string
  }>`select id from subscribers where email = 'left@example.com'`
  await world.db.sql`update subscriptions set state = 'unsubscribed' where subscriber_id = ${left?.id}`
  await world.db.sql`insert into consent_log (subscriber_id, list, event, at, source)
    values (${left?.id}, 'newsletter', 'unsubscribed', now(), 'link')`
  expect(await undoImport(world, crypto.randomUUID())).toEqual({ ok: false, code: "nothing" })
  expect(await undoImport(world, id)).toEqual({ ok: true, removed: 2 })
  const rest = await world.db
    .sql`select email, list, state from subscriptions join subscribers m on m.id = subscriber_id
    order by email`
  expect(rest).toEqual([
    { email: "both@example.com", list: "creator-newsletter", state: "confirmed" },
    { email: "left@example.com", list: "newsletter", state: "unsubscribed" },
  ])
  expect(await world.db.sql`select 1 from subscribers where email = 'new@example.com'`).toEqual([])
})

test("A waitlist has an order, so nobody is imported into it", async () => {
  const { rows } = rowsOf("email\nada@example.com")
  const into = (list: string) => importSubscribers(t.world, { id: crypto.randomUUID(), list, rows })
  expect(await into("built2connect")).toEqual({ ok: false, code: "not_a_newsletter" })
  expect(await into("nobody")).toEqual({ ok: false, code: "unknown_list" })
})

test("The list filters by list, state, bounces and a part of the address, and treats % literally", async () => {
  const { db } = t.world
  await addReaders(db, "newsletter", ["ada@example.com", "a%b@example.com"])
  await db.sql`update subscribers set bounces = 1 where email = 'ada@example.com'`
  const find = async (filter: Parameters<typeof pageOfSubscribers>[1]) =>
    (await pageOfSubscribers(db, filter, { limit: 10, offset: 0 })).rows.map(({ email }) => email).sort()
  expect(await find({ who: "%" })).toEqual(["a%b@example.com"])
  expect(await find({ bounced: true })).toEqual(["ada@example.com"])
  expect(await find({ state: "pending" })).toEqual([])
  expect(await find({ list: "creator-newsletter" })).toEqual([])
  expect(await find({ list: "newsletter", state: "confirmed" })).toEqual([
    "a%b@example.com",
    "ada@example.com",
  ])
})

const proven = (text: string, changes = {}) =>
  readSubscriberFile(text, { common: { ...common, ...changes }, today })

test.each([
  [2, true],
  [3, false],
])("Where two lines are the most, %d are read: %s", (lines, read) => {
  const text = `email\n${"a@b.co\n".repeat(lines)}`
  expect(readSubscriberFile(text, { common, today, most: 2 }).ok).toBe(read)
})

test("Blank lines are skipped, and titles may have spaces", () => {
  const few = proven(" Email ;name\na@b.co;Ada\n ; \n;\nb@b.co; Bob ")
  expect(few.ok && few.rows.map(({ line, name }) => [line, name])).toEqual([
    [2, "Ada"],
    [5, "Bob"],
  ])
  expect(few.ok && few.bad).toEqual([])
})

test("One valid and one invalid line are not an empty file, and long cells are cut", () => {
  const long = (length: number) => "x".repeat(length)
  const file = `email,name,source,consent_text\na@b.co,${long(201)},${long(301)},${long(2001)}\n${long(300)},,,`
  const read = proven(file)
  expect(read.ok && read.rows).toMatchObject([
    { name: long(200), proof: { source: long(300), text: long(2000) } },
  ])
  expect(read.ok && read.bad).toEqual([{ line: 3, given: long(254), why: "no_address" }])
})

test.each([
  [today, true],
  [` ${today} `, true],
  ["2026-11-19T23:59:00Z", true],
  ["tomorrow", false],
])("A consent of %j counts: %s", (on, counts) => {
  const read = proven("email\na@b.co", { on })
  expect(read.ok && [read.rows.length, read.bad.length]).toEqual(counts ? [1, 0] : [0, 1])
})

test("Subscribers are found by a part of the address or name in any letter case, page by page", async () => {
  const { db } = t.world
  await addReaders(db, "newsletter", ["ada@example.com", "bob@example.com"])
  const page = (who: string, offset = 0) => pageOfSubscribers(db, { who }, { limit: 1, offset })
  expect(await page("ADA@")).toMatchObject({ total: 1, rows: [{ email: "ada@example.com" }] })
  const both = [await page("example"), await page("example", 1), await page("example", 2)]
  expect(both.map(({ total, rows }) => [total, rows.length])).toEqual([
    [2, 1],
    [2, 1],
    [2, 0],
  ])
})
