/** The page behind a sponsor's link, as the server sends it: for whoever has the link alone. */
import { RouterContextProvider } from "react-router"
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  addSponsor,
  endSponsorLink,
  makeSponsorLink,
  readSponsors,
} from "#domain/competition/sponsors/sponsors.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { world } from "../../context.ts"
import { loader, meta } from "./page.tsx"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())

const open = (secret: string) => {
  const context = new RouterContextProvider()
  context.set(world, t.world)
  return loader({ params: { secret }, context } as unknown as Parameters<typeof loader>[0])
}

test("A sponsor's page is stored nowhere, found by no search engine, and gives its address to no other site", async () => {
  const made = await addSponsor(t.world, "Northline")
  const id = made.ok ? made.id : 0
  await makeSponsorLink(t.world, id)
  const [sponsor] = await readSponsors(t.world)
  const secret = sponsor?.link?.path.split("/").at(-1) ?? ""
  const { data, init } = await open(secret)
  expect(data.page?.name).toBe("Northline")
  const expected = {
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
  }
  expect(init).toEqual({ headers: expected })
  expect(meta()).toContainEqual({ name: "robots", content: "noindex" })
  await endSponsorLink(t.world, id)
  expect(await open(secret)).toMatchObject({ data: { page: null }, init: { status: 404, headers: expected } })
})
