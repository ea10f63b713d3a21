/** Pages rendered for one member are not stored anywhere, and kept pages are not personal. */
import type { ServerBuild } from "react-router"
import { expect, test } from "vitest"
import type { SignedIn } from "#domain/members/session.ts"
import type { PagesOptions } from "./contract.ts"
import { renderer, sharedRenderer } from "./renderer.ts"

interface Visit {
  signedIn(): Promise<SignedIn | null>
}

/** A build whose page "/mine" greets the signed-in member; other pages do not depend on who is signed in. */
const build = {
  routes: {},
  entry: {
    module: {
      RouterContextProvider: Map,
      ...{ world: "world", boards: "boards", visit: "visit", bootHashes: [] },
      createRequestHandler: () => async (request: Request, context: Map<string, Visit>) => {
        const asks = new URL(request.url).pathname === "/mine"
        const visit = context.get("visit")
        const members = asks ? [await visit?.signedIn(), await visit?.signedIn()] : []
        return new Response(members.map((one) => one?.email ?? "nobody").join(" "))
      },
    },
  },
} as unknown as ServerBuild

const options = {
  world: { settings: { siteUrl: "http://b4m.test" } },
  mode: "production",
  securityHeaders: () => ({}),
} as unknown as PagesOptions

async function page(path: string, member: SignedIn | null) {
  let lookups = 0
  const answer = await renderer(options, async () => build)(new Request(`http://b4m.test${path}`), {
    ...{ requestId: "1", https: false, sender: { ip: null, userAgent: null }, take: async () => true },
    signedIn: async () => {
      lookups++
      return member
    },
  })
  return { text: await answer.text(), control: answer.headers.get("cache-control"), lookups }
}

const ana = { userId: "1", email: "ana@example.com", fullName: null, sessionId: "2" }

test("A page that depends on who is signed in checks it once and is not stored, even for visitors", async () => {
  expect(await page("/mine", ana)).toEqual({
    ...{ text: "ana@example.com ana@example.com", control: "private, no-store", lookups: 1 },
  })
  expect(await page("/mine", null)).toMatchObject({ text: "nobody nobody", control: "private, no-store" })
})

test("For other pages, nobody checks who is signed in", async () => {
  expect(await page("/about", ana)).toEqual({ text: "", control: "private, no-cache", lookups: 0 })
})

test("A kept page cannot depend on who is signed in", async () => {
  const render = sharedRenderer(options, build)
  expect((await render("/about")).status).toBe(200)
  await expect(render("/mine")).rejects.toThrow("A page that is kept asks who is signed in")
})
