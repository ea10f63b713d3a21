/** Commands on many rows of a list, its CSV file, and addresses that were saved. */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { pageOfReviews } from "#domain/competition/review/review.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import {
  browser,
  helper,
  lastCommands,
  lastEntry,
  openDesks,
  owner,
  shop,
  waiting,
} from "#test/support/desk-forms/desks.ts"
import { day } from "#test/support/desk-forms/events.ts"

beforeAll(openDesks)
afterAll(() => shop.close())

describe("Commands on many rows", () => {
  async function group(name: string, count: number): Promise<number[]> {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      const athlete = await addAthlete(shop.world, { name: `${name} ${n}` })
      await onActivity(shop.world, athlete, sentRun({ distanceM: 22_000 }))
    }
    const { rows } = await pageOfReviews(
      shop.world,
      { view: "waiting", athlete: name },
      { limit: 99, offset: 0 },
    )
    ids.push(...rows.map(({ id }) => id))
    return ids
  }
  const statuses = async (ids: number[]) =>
    (
      await shop.world.db.sql<{ status: string }>`
        select status from activities where id = any(${ids}) order by id`
    ).map(({ status }) => status)

  test("The server evaluates the filter again; other rows stay, refusals are counted, one undo reverses all", async () => {
    const [matching, others] = [await group("Lake", 4), await group("Hill", 2)]
    const list = "/review?athlete=lake"
    const { path, body } = await browser.fill(owner, list, "Decline", { all: "yes", reason: "A car." })
    // Changes since the list was opened: somebody else is looking at one activity, and one more matches.
    await browser.get(helper, `/review/${matching[0]}`)
    const more = await group("Lakeside", 1)
    const preview = await browser.post(owner, path, body)
    expect(preview.html).toContain(
      "5 match, 4 possible, 1 refused: Another operator is looking at it right now.",
    )
    const before = await lastEntry()
    expect(await statuses(matching)).toEqual(Array(4).fill("review"))
    const confirmed = browser.fillIn(preview.html, list, /^Decline/)
    const done = await browser.post(owner, confirmed.path, confirmed.body)
    expect(done.html).toContain("Decline: 4 of 5.")
    expect(await statuses([...matching, ...more])).toEqual(["review", ...Array(4).fill("excluded")])
    expect(await statuses(others)).toEqual(["review", "review"])
    expect(await lastCommands(before)).toEqual(Array(4).fill("review.decline"))
    const back = browser.fillIn(done.html, list, "Undo all of it")
    expect((await browser.post(owner, back.path, back.body)).html).toContain("4 undone")
    expect(await statuses([...matching, ...more])).toEqual(Array(5).fill("review"))
  })

  test("A CSV file contains the filtered rows, and the export is recorded", async () => {
    await group("River", 2)
    const { userId } = await waiting()
    const [person] = await shop.world.db.sql<{
      email: string
    }>`select email from auth.users where id = ${userId}`
    for (const [path, command, rows] of [
      ["/review.csv?athlete=river", "review.export", 2],
      [`/people.csv?q=${encodeURIComponent(person?.email ?? "")}`, "people.export", 1],
      ["/inbox.csv?search=nobody-wrote-this", "inbox.export", 0],
      ["/orders.csv?search=nobody-bought-this", "order.export", 0],
      [`${day}.csv?search=nobody-comes`, "event.export", 0],
      ["/journal.csv?operator=nobody", "journal.export", 0],
    ] as const) {
      const before = await lastEntry()
      const { html, status } = await browser.get(owner, path)
      expect([path, status, html.trim().split("\r\n").length - 1]).toEqual([path, 200, rows])
      expect(await lastCommands(before)).toEqual([command])
    }
  })

  test("A saved address with a column that no longer exists opens without it", async () => {
    await browser.press(owner, `/review/${(await waiting()).id}`, "Decline", { reason: "A car." })
    const { html } = await browser.get(owner, "/review?view=decided&columns=athlete,shoe&color=red")
    expect(html).toContain("color = red, column shoe")
    // The only remaining column, after the one with the checkboxes.
    expect(html.match(/<th /g)).toHaveLength(2)
  })
})
