/**
 * Pages made from data: fresh within a second, the same bytes for every visitor, and never with data that only members
 * may see.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { callerOf } from "./support/own-members.ts"
import { test } from "./support/own-site.ts"
import { expect } from "./support/test.ts"

test.use({ shared: true })

test("pages are the same for everybody, at most a second old, and contain nothing that only members see", async ({
  site,
}) => {
  const { join, upload } = callerOf(site)
  const [lena, mia] = await Promise.all([join("Lena Live", "public"), join("Mia Unseen", "members")])
  await Promise.all([upload(lena, 90), upload(mia, 60)])
  const ofStrangers = [
    ...["/leaderboard", "/leaderboard.data", "/leaderboard?name=mia"],
    ...[lena, mia].map(({ slug }) => `/leaderboard/athletes/${slug}`),
    `/leaderboard/athletes/${mia.slug}.data`,
    ...["/boards/this-month.json", "/boards/this-month.json?name=mia"],
    `/boards/this-month/athletes/${mia.slug}.json`,
  ]
  const ofMembers = ["/boards/this-month.json", `/boards/this-month/athletes/${mia.slug}.json`]
  const authorization = `Bearer ${lena.token}`
  let over = false
  /** Each makes the same number of requests, however slow the machine is. */
  const enough = 10
  const strangers = async () => {
    let seen = 0
    for (; !over || seen <= enough; await sleep(60))
      for (const path of ofStrangers) {
        const text = await (await fetch(site.url + path)).text()
        expect(text, path).not.toContain("Mia Unseen")
        // In a URL that searches for her, the name appears because it was part of the request.
        if (!path.includes(mia.slug)) expect(text, path).not.toContain(mia.slug)
        seen++
      }
  }
  const members = async () => {
    let seen = 0
    for (; !over || seen <= enough; await sleep(60)) {
      for (const path of ofMembers) {
        const answer = await fetch(site.url + path, { headers: { authorization } })
        expect(await answer.text(), path).toContain("Mia Unseen")
        expect(answer.headers.get("cache-control"), path).toBe("private, no-cache")
        seen++
      }
      // A token or cookie makes no difference to a page.
      const headers = { authorization, cookie: `sb-access-token=${lena.token}` }
      expect(await (await fetch(`${site.url}/leaderboard`, { headers })).text()).not.toContain("Mia Unseen")
    }
  }
  const both = Promise.all([strangers(), strangers(), members()])
  await upload(mia, 120)
  const nora = await join("Nora New", "public")
  expect(await (await fetch(`${site.url}/leaderboard`)).text()).not.toContain("Nora New")
  await upload(nora, 150)
  // At most a second old on an idle machine, which this one is not.
  let [html, policy] = ["", ""]
  await expect(async () => {
    const loaded = await fetch(`${site.url}/leaderboard`)
    html = await loaded.text()
    policy = loaded.headers.get("content-security-policy") ?? ""
    expect(html).toContain("Nora New")
  }).toPass()
  over = true
  await both

  expect(policy).toMatch(/script-src 'self' 'sha256-/)
  expect(policy).not.toContain("nonce-")
  expect(html).not.toMatch(/nonce="[^"]|data-request-id|name="stamp" value="[^"]/)
  // Not changed since, so the browser already has it.
  const headers = { "accept-encoding": "br" }
  await expect(async () => {
    const etag = (await fetch(`${site.url}/leaderboard`, { headers })).headers.get("etag") ?? ""
    const again = await fetch(`${site.url}/leaderboard`, { headers: { ...headers, "if-none-match": etag } })
    expect([again.status, await again.text()]).toEqual([304, ""])
  }).toPass()
})
