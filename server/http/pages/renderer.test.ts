/** Pages rendered for one member are not stored anywhere, and kept pages are not personal. */
import type { ServerBuild } from "react-router"
import { expect, test } from "vitest"
import type { SignedIn } from "#domain/members/session.ts"
import { unusedPorts } from "#test/support/unused-ports.ts"
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
      ...{ world: "world", boards: "boards", words: "words", visit: "visit", bootHashes: [] },
      createRequestHandler: () => async (request: Request, context: Map<string, Visit>) => {
        const asks = new URL(request.url).pathname === "/mine"
        const visit = context.get("visit")
        const members = asks ? [await visit?.signedIn(), await visit?.signedIn()] : []
        const own: HeadersInit =
          new URL(request.url).pathname === "/file" ? { "content-security-policy": "sandbox" } : {}
        return new Response(members.map((one) => one?.email ?? "nobody").join(" "), { headers: own })
      },
    },
  },
} as unknown as ServerBuild

const options = {
  world: { settings: { siteUrl: "http://b4m.test" }, published: unusedPorts.published },
  mode: "production",
  securityHeaders: () => ({ "content-security-policy": "default-src 'self'" }),
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
  const policy = answer.headers.get("content-security-policy")
  return { text: await answer.text(), control: answer.headers.get("cache-control"), policy, lookups }
}

const ana = { userId: "1", email: "ana@example.com", fullName: null, sessionId: "2" }

test("A page that depends on who is signed in checks it once and is not stored, even for visitors", async () => {
  expect(await page("/mine", ana)).toMatchObject({
    ...{ text: "ana@example.com ana@example.com", control: "private, no-store", lookups: 1 },
  })
  expect(await page("/mine", null)).toMatchObject({ text: "nobody nobody", control: "private, no-store" })
})

test("For other pages, nobody checks who is signed in", async () => {
  expect(await page("/about", ana)).toMatchObject({ text: "", control: "private, no-cache", lookups: 0 })
})

test("A file to be saved keeps its own, stricter policy; a page gets the site's", async () => {
  expect((await page("/file", ana)).policy).toBe("sandbox")
  expect((await page("/about", ana)).policy).toBe("default-src 'self'")
})

test("A kept page cannot depend on who is signed in", async () => {
  const render = sharedRenderer(options, build)
  expect((await render("/about")).status).toBe(200)
  await expect(render("/mine")).rejects.toThrow("A page that is kept asks who is signed in")
})
