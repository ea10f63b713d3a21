/**
 * Words that an operator changes, on the site as built: pages without a change are the bytes of the build, and a change is on every page
 * that shows it, in feeds and data too.
 */
import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { buildManifestShape } from "#server/http/static/manifest.ts"
import { test } from "./support/own-site.ts"
import { ownEnvironment, root } from "./support/program.ts"
import { expect } from "./support/test.ts"

interface Entry {
  kind: string
  slug: string
  data?: Record<string, unknown>
}

const quote = "I had time to find my shoes, and nobody left </script><script>alert(1)</script>"
const changes: Entry[] = [
  { kind: "testimonials", slug: "carmen-ibarrola", data: { quote } },
  { kind: "banner", slug: "banner", data: { text: "The Saturday run meets at the pier" } },
  { kind: "links", slug: "external", data: { chat: "https://chat.example/new-room" } },
  { kind: "athletes", slug: "ada-vale", data: ada() },
  {
    kind: "prizes",
    slug: "team-shirt",
    data: { name: "Team shirt", sponsor: "Northline", sponsorHref: "https://northline.example" },
  },
]

function ada() {
  const bio = "Ada swims before work, and has not missed a Tuesday this year."
  const facts = {
    nickname: "N/a",
    handle: "ada.vale",
    sport: "Swimming",
    races: "3+",
    home: "Irvine",
    listed: true,
  }
  return { id: "ada-vale", name: "Ada Vale", ...facts, bio, topEvents: [], look: "none.1.0.2", pictures: [] }
}

test("pages are the bytes of the build until words change, and change back with them", async ({ site }) => {
  const publish = (entries: readonly Entry[]) =>
    promisify(execFile)(process.execPath, ["test/e2e/support/publish-words.ts", JSON.stringify(entries)], {
      cwd: root,
      env: { ...ownEnvironment(), DATA_DIR: site.data },
    })
  const { pages } = buildManifestShape.parse(
    JSON.parse(await readFile(join(root, "build/pages.json"), "utf8")),
  )
  const paths = [
    ...Object.keys(pages).flatMap((path) => [path, `${path}.data`]),
    ...["/sitemap.xml", "/blog/rss.xml", "/robots.txt"],
  ]
  const read = async (path: string) => (await fetch(site.url + path)).text()
  const readAll = async () =>
    new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)))
  const asBuilt = await readAll()
  // Rendered on request, because it shows the week.
  asBuilt.set("/community", await read("/community"))
  expect(asBuilt.get("/community")).toContain("Nine people answered")

  // Published as they are, words change nothing, although pages are now rendered on requests.
  await publish([
    { kind: "testimonials", slug: "carmen-ibarrola" },
    { kind: "links", slug: "external" },
  ])
  await expect
    .poll(async () => (await fetch(`${site.url}/sitemap.xml`)).headers.get("cache-control"))
    .toContain("max-age=0")
  for (const [path, text] of await readAll()) expect(text, path).toBe(asBuilt.get(path))

  await publish(changes)
  await expect.poll(() => read("/community")).toContain("I had time to find my shoes")
  expect(await read("/community")).not.toContain("<script>alert(1)")
  for (const path of ["/about", "/privacy", "/leaderboard", "/events"]) {
    await expect.poll(() => read(path), path).toContain("The Saturday run meets at the pier")
    expect(await read(path), path).toContain("https://chat.example/new-room")
  }
  await expect.poll(() => read("/sitemap.xml")).toContain("/athletes/ada-vale")
  await expect.poll(() => read("/athletes")).toContain("Ada Vale")
  expect(await read("/athletes/ada-vale")).toContain("Ada swims before work")

  await publish([])
  await expect.poll(() => read("/community")).toBe(asBuilt.get("/community"))
  for (const [path, text] of await readAll()) expect(text, path).toBe(asBuilt.get(path))
  // Unlike what comes from the build, a page that was rendered for her may be a second old.
  const gone = async () => (await fetch(`${site.url}/athletes/ada-vale`, { redirect: "manual" })).status
  await expect.poll(gone).toBe(302)
})
