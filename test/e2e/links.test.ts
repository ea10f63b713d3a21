/** The targets of the links on every page, without following them in a browser. */
import { articlesOf } from "#content/articles.ts"
import { articlesOnDisk } from "#content/articles-on-disk.ts"
import { site } from "#content/site.ts"
import { type Document, readDocument } from "./support/document.ts"
import { expect, test } from "./support/worker.ts"

test("every internal link works, and its anchor exists", async ({ documents, origin }) => {
  // Parts that only members see, once they have signed in: competition, own-race and account follow them.
  const forMembers = ["/leaderboard#my-place", "/account#import", "/account#bring-a-friend"]
  const known = new Map<string, Promise<Document>>()
  const wrong: string[] = []
  let checked = 0
  for (const { path, anchors } of documents.values()) {
    for (const { href = "" } of anchors) {
      const url = URL.parse(href, origin + path)
      if (url?.origin !== origin || href === "#") continue
      checked++
      const address = url.pathname + url.search
      const target = documents.get(address) ?? known.get(address) ?? readDocument(origin, address)
      known.set(address, Promise.resolve(target))
      const { status, hasId } = await target
      if (status !== 200) wrong.push(`${path} links to ${href}, which answers ${status}`)
      else if (url.hash && !forMembers.includes(address + url.hash) && !hasId(url.hash.slice(1)))
        wrong.push(`${path} links to ${href}, which is not on that page`)
    }
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(1_000)
})

test("every external link is well-formed, safe and opens in a new tab", ({ documents, origin }) => {
  const wrong: string[] = []
  const hosts = new Set<string>()
  for (const { path, anchors } of documents.values()) {
    for (const { href = "", target = "", rel = "" } of anchors) {
      const url = URL.parse(href, origin + path)
      if (url?.origin === origin) continue
      if (url?.protocol === "mailto:") {
        if (!/^mailto:[^\s@]+@[^\s@]+\.\w+(\?|$)/.test(href)) wrong.push(`${path}: ${href}`)
        continue
      }
      if (url?.protocol !== "https:" || !url.hostname.includes(".") || /\s/.test(href))
        wrong.push(`${path}: ${href}`)
      if (target !== "_blank" || !rel.split(" ").includes("noopener"))
        wrong.push(`${path}: ${href} opens over the page or hands it over`)
      if (url) hosts.add(url.host)
    }
  }
  expect(wrong).toEqual([])
  const { club, chat, groupChat, instagram } = site.links
  for (const link of [club, chat, groupChat, instagram]) expect(hosts).toContain(new URL(link).host)
})

test("only articles without a page have a link that leads nowhere", ({ documents }) => {
  const nowhere = articlesOf(articlesOnDisk).filter(({ href }) => href === "#")
  expect(nowhere).toHaveLength(2)
  for (const { path, anchors } of documents.values()) {
    const empty = anchors.filter(({ href }) => href === "#" || !href)
    expect([path, empty.length > 0]).toEqual([path, path === "/blog"])
  }
})

test("every picture of a page exists and reserves its space while it loads", async ({
  documents,
  origin,
}) => {
  const sources = new Set<string>()
  for (const { path, images } of documents.values()) {
    for (const { src = "", width, height, alt } of images) {
      expect(Number(width) * Number(height), `${path}: ${src}`).toBeGreaterThan(0)
      expect(alt, `${path}: ${src}`).toBeDefined()
      sources.add(src)
    }
  }
  expect(sources.size).toBeGreaterThan(60)
  const answers = await Promise.all(
    [...sources].map(async (src) => [src, await typeOf(new URL(src, origin))] as const),
  )
  expect(answers.filter(([, type]) => !type.startsWith("200 image/"))).toEqual([])
})

test("every page names a picture of 1200 by 630 for link previews", async ({ documents, origin }) => {
  const pictures = new Map<string, string>()
  const words = new Set<string | undefined>()
  for (const { path, meta } of documents.values()) {
    const address = meta("og:image") ?? ""
    expect(address, path).toMatch(new RegExp(`^${origin}/.+\\.png$`))
    expect([path, meta("og:image:width"), meta("og:image:height")]).toEqual([path, "1200", "630"])
    expect(meta("og:image:alt")?.length ?? 0, path).toBeGreaterThan(25)
    expect(words.has(meta("og:image:alt")), `${path} describes another page's picture`).toBe(false)
    words.add(meta("og:image:alt"))
    expect(pictures.get(address), `${path} has the picture of another page`).toBeUndefined()
    pictures.set(address, path)
  }
  for (const [address, path] of pictures) {
    const answer = await fetch(address)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "image/png"])
    expect([path, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([path, 1200, 630])
    expect(bytes.length, `${path} is heavy`).toBeLessThan(300_000)
  }
})

async function typeOf(url: URL): Promise<string> {
  const answer = await fetch(url, { method: "HEAD" })
  return `${answer.status} ${answer.headers.get("content-type")}`
}
