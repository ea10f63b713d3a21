/** What helpers and moderators see without scripts: a check-in by code, viewing as a member, and no other desk. */

import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader"
import { spotCodeEndpoint } from "#server/http/endpoints/spot-code.ts"
import { consoleLinks } from "#server/http/operator/link.ts"
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
import { spot } from "#test/support/desk-forms/events.ts"
import { reported } from "#test/support/desk-forms/reports.ts"
import { addOperatorSession } from "#test/support/operators.ts"

beforeAll(openDesks)
afterAll(() => shop.close())

test("The code in a confirmation mail leads to the page that checks its owner in", async () => {
  const { name } = await spot()
  const mail = shop.mails.findLast(({ html }) => html?.includes("/code.png"))
  const picture = new URL(/src="([^"]*\/code\.png)"/.exec(mail?.html ?? "")?.[1] ?? "")
  const answer = await spotCodeEndpoint(shop.world).request(picture.pathname)
  expect(answer.headers.get("content-type")).toBe("image/png")
  prepareZXingModule({
    overrides: {
      wasmBinary: new Uint8Array(
        await readFile(new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"))),
      ).buffer,
    },
  })
  const [code] = await readBarcodes(new Uint8Array(await answer.arrayBuffer()))
  expect(code).toMatchObject({ isValid: true, format: "QRCode" })
  const { origin, pathname } = new URL(code?.text ?? "")
  expect(origin).toBe(shop.world.settings.siteUrl)
  const between = await (await consoleLinks().request(pathname)).text()
  const path = /<a href="\/operator([^"]*)">Continue</.exec(between)?.[1] ?? ""
  expect((await browser.get(helper, path)).html).toContain(name)
  expect((await browser.press(helper, path, "Check in")).html).toContain(`${name} is here.`)
  await expect(browser.press(helper, path, "Check in")).rejects.toThrow("has no form")
  expect((await browser.post(helper, path, {})).status).toBe(409)
})

test("Viewing as a member offers only to end the view, and requests there change nothing", async () => {
  const { userId } = await waiting()
  await browser.press(owner, `/people/${userId}`, "View as this member", { reason: "Sees no activities" })
  const path = `/people/${userId}/as`
  const { html } = await browser.get(owner, path)
  expect(html).toContain("Nothing can be changed here.")
  expect([...html.matchAll(/<form/g)]).toHaveLength(1)
  const before = await lastEntry()
  const facts = async () =>
    JSON.stringify(
      await shop.world.db
        .sql`select * from athletes a join auth.users u on u.id = a.user_id where u.id = ${userId}`,
    )
  const was = await facts()
  await browser.post(owner, path, { do: "ban", name: "X", role: "owner", visibility: "hidden" })
  expect([await facts(), await lastCommands(before)]).toEqual([was, []])
  expect((await browser.get(owner, path)).status).toBe(404)
  expect((await browser.get(helper, path)).status).toBe(404)
})

test("A moderator has Today and Reports, without data of the reporter, and no other desk", async () => {
  const moderator = await addOperatorSession(shop.world, "moderator")
  const { report } = await reported()
  const entry = await browser.get(moderator, `/reports/${report}`)
  expect(entry.status).toBe(200)
  expect(entry.html).not.toMatch(/Reporter|@example|@b4m/)
  expect((await browser.get(moderator, "/today")).html).toContain("waiting for a moderator")
  for (const path of [
    "/review",
    "/inbox",
    "/people",
    "/orders",
    "/events",
    "/newsletters",
    "/seasons",
    "/journal",
    "/service",
  ])
    expect([path, (await browser.get(moderator, path)).status]).toEqual([path, 404])
  expect(
    (await browser.press(moderator, `/reports/${report}`, "It stays", { statement: "It is a common name." }))
      .location,
  ).toContain("/reports?done=")
})
