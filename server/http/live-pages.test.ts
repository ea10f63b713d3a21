import { expect, test } from "vitest"
import type { LivePage } from "#domain/shown.ts"
import { unchangedWords } from "#test/support/unused-ports.ts"
import { type LiveSource, pathPattern } from "./live-pages/source.ts"
import { createLivePages } from "./live-pages.ts"
import { describeFile } from "./static/file.ts"

/**
 * Pages at /board and /athletes/:slug, and a JSON response at /answer.json; each contains the URL that it was rendered
 * for.
 */
function createSite(published = unchangedWords) {
  const rendered: string[] = []
  const source = (pages: Record<string, LivePage>, personal: boolean): LiveSource => ({
    personal,
    match: (path) => Object.entries(pages).find(([pattern]) => pathPattern(pattern).test(path))?.[1],
    async render(address) {
      rendered.push(address)
      return describeFile({
        bodies: { identity: Buffer.from(address) },
        contentType: "text/html",
        cacheControl: "",
        page: true,
        text: true,
        headers: () => ({}),
      })
    },
  })
  const live = createLivePages({
    versions: {
      catchUp: async () => {},
      current: () => ({ counts: [], time: 0 }),
      outdatedSince: () => undefined,
      close() {},
    },
    database: { awaySince: () => undefined, suspect() {}, isStuck: () => false, async close() {} },
    published,
    sources: [
      source(
        {
          "/board": { shows: ["boards"], query: ["after", "name"] },
          "/athletes/:slug": { shows: ["members"] },
        },
        false,
      ),
      source({ "/answer.json": { shows: ["boards"], query: ["limit"] } }, true),
    ],
  })
  const get = async (url: string, headers = {}) => {
    const found = await live.find(url, headers)
    return found?.variants.identity.body.toString()
  }
  return { get, rendered }
}

test("only known query parameters distinguish pages, in a fixed order", async () => {
  const { get, rendered } = createSite()
  for (const url of ["/board", "/board?", "/board?utm_source=mail", "/board?x=1&y=2", "/board?constructor=1"])
    expect(await get(url), url).toBe("/board")
  expect(rendered).toEqual(["/board"])
  for (const url of [
    "/board?name=ana&after=b",
    "/board?after=b&x=1&name=ana",
    "/board?after=b&name=ana&name=bo",
  ])
    expect(await get(url), url).toBe("/board?after=b&name=ana")
  expect(await get("/board?name=a%26after%3Dz")).toBe("/board?name=a%26after%3Dz")
  expect(await get("/board?name=%C3%A4+b")).toBe("/board?name=%C3%A4+b")
  expect(rendered).toHaveLength(4)
})

test("requests that no link produces are answered individually", async () => {
  const { get, rendered } = createSite()
  for (const url of [
    "/",
    "/boards",
    "/board/",
    "/Board",
    "/athletes/",
    "/athletes/%61na",
    "/athletes/a/b",
    `/athletes/${"a".repeat(81)}`,
    `/board?name=${"a".repeat(200)}`,
    "/board?_routes=pages%2Fboard",
    "/board?name=%00",
  ])
    expect(await get(url), url).toBeUndefined()
  expect(rendered).toEqual([])
  expect(await get("/athletes/ana-b-2")).toBe("/athletes/ana-b-2")
})

test("a token does not change a page, but makes a JSON response individual", async () => {
  const { get, rendered } = createSite()
  const signedIn = { authorization: "Bearer a.b.c", cookie: "session=1" }
  expect(await get("/board", signedIn)).toBe("/board")
  expect(await get("/answer.json", signedIn)).toBeUndefined()
  expect(await get("/answer.json", { cookie: "session=1" })).toBe("/answer.json")
  expect(await get("/answer.json?limit=5&after=x")).toBe("/answer.json?limit=5")
  expect(rendered).toEqual(["/board", "/answer.json", "/answer.json?limit=5"])
})
