/** Administrators' access to the audit log and to factors. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const token = testKeys.secret
interface Entry {
  payload: { action: string; actor_username: string; traits?: Record<string, unknown> }
  created_at: string
  ip_address: string
}
const read = async (query: string) => {
  const { json, headers } = await site.call("GET", `/admin/audit?${query}`, { token })
  return { entries: json as Entry[], headers }
}

test("Events are paged, newest first, with their total number and a link to the next page", async () => {
  for (const name of ["first", "second", "third"]) {
    site.test.clock.advance(1_000)
    await site.call("POST", "/admin/users", { token, body: { email: `${name}@example.com` } })
  }
  const [one, two] = [await read("per_page=2"), await read("per_page=2&page=2")]
  const all = (await read("per_page=1000")).entries.length
  expect(all).toBeGreaterThan(2)
  expect(one.headers.get("x-total-count")).toBe(String(all))
  const page = (n: number) => `<http://b4m.test/auth/v1/admin/audit?page=${n}&per_page=2>`
  expect(one.headers.get("link")).toBe(`${page(2)}; rel="next", ${page(Math.ceil(all / 2))}; rel="last"`)
  const times = [...one.entries, ...two.entries].map(({ created_at }) => Date.parse(created_at))
  expect(times).toHaveLength(Math.min(all, 4))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test("A factor is listed, and its removal returns it and is recorded with its owner", async () => {
  const { id, session } = await site.member("factors@example.com")
  const enroll = async (friendly_name: string) =>
    (
      await site.call("POST", "/factors", {
        token: session.access_token,
        body: { factor_type: "totp", friendly_name },
      })
    ).json.id as string
  const [kept, lost] = [await enroll("Kept"), await enroll("Lost")]
  const path = `/admin/users/${id}/factors`
  const now = site.test.world.now().toISOString()
  const described = (factor: string, friendly_name: string) => ({
    id: factor,
    created_at: now,
    updated_at: now,
    status: "unverified",
    friendly_name,
    factor_type: "totp",
  })
  const listed = async () => (await site.call("GET", path, { token })).json
  expect(await listed()).toHaveLength(2)
  const removed = await site.call("DELETE", `${path}/${lost}`, { token, from: "198.51.100.7" })
  expect(removed.json).toEqual(described(lost, "Lost"))
  expect(await listed()).toEqual([described(kept, "Kept")])
  expect((await site.call("DELETE", `${path}/${lost}`, { token })).status).toBe(404)
  const { entries } = await read("")
  expect(entries.filter(({ payload }) => payload.action === "factor_deleted")).toMatchObject([
    {
      payload: { actor_username: "service_role", traits: { user_id: id, factor_id: lost } },
      ip_address: "198.51.100.7",
    },
  ])
  const { id: other } = await site.member("no.factors@example.com")
  expect((await site.call("GET", `/admin/users/${other}/factors`, { token })).json).toEqual([])
  expect((await site.call("DELETE", `/admin/users/${other}/factors/${kept}`, { token })).status).toBe(404)
})

test("Changes to accounts are recorded by type, and never with a password", async () => {
  const { id } = await site.member("noted@example.com")
  const path = `/admin/users/${id}`
  await site.call("PUT", path, { token, body: { password: "another fine one 3" } })
  await site.call("DELETE", path, { token, body: {} })
  await site.call("POST", "/invite", { token, body: { email: "invited@example.com" } })
  const { entries } = await read("per_page=1000")
  const actions = new Set(entries.map(({ payload }) => payload.action))
  for (const action of ["login", "user_signedup", "user_modified", "user_deleted", "user_invited"])
    expect(actions).toContain(action)
  for (const password of [testPassword, "another fine one 3"])
    expect(JSON.stringify(entries)).not.toContain(password)
})
