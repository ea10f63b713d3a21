/** The list of accounts in pages, and its filter. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const token = testKeys.secret
const make = (body: object) => site.call("POST", "/admin/users", { token, body })

test("The list supports pages, totals, links and a filter", async () => {
  for (let i = 0; i < 5; i++) await make({ email: `page${i}@pages.example` })
  const filtered = await site.call("GET", "/admin/users?filter=pages.example&per_page=2&page=2", { token })
  expect(filtered.json.users).toHaveLength(2)
  expect(filtered.json.aud).toBe("authenticated")
  expect(filtered.headers.get("x-total-count")).toBe("5")
  expect(filtered.headers.get("link")).toBe(
    '<http://b4m.test/auth/v1/admin/users?page=3&per_page=2>; rel="next", <http://b4m.test/auth/v1/admin/users?page=3&per_page=2>; rel="last"',
  )
  for (const query of ["page=-1", "page=x", "per_page=0", "per_page=5000"])
    expect((await site.call("GET", `/admin/users?${query}`, { token })).status).toBe(400)
  expect((await site.call("GET", "/admin/users?filter=%25", { token })).json.users).toEqual([])
})

test.each([
  ["per_page=1000&page=1000000", 200],
  ["per_page=1001", 400],
  ["page=1000001", 400],
  ["page=0", 400],
  ["page=", 200],
  [`filter=${"x".repeat(254)}`, 200],
  [`filter=${"x".repeat(255)}`, 400],
])("the list with %s gets %i", async (query, status) =>
  expect((await site.call("GET", `/admin/users?${query}`, { token })).status).toBe(status),
)

test("The last page has no next link, a filter ignores case, and without a match there is one page", async () => {
  for (const name of ["Zora", "Zola"])
    await make({ email: `${name}@names.example`, user_metadata: { full_name: `${name} Abelard` } })
  const list = async (query: string) => {
    const { json, headers } = await site.call("GET", `/admin/users?${query}`, { token })
    const pages = [...(headers.get("link") ?? "").matchAll(/[?&]page=(\d+)[^>]*>; rel="(\w+)"/g)]
    return [json.users.length, pages.map(([, page, rel]) => `${rel} ${page}`)]
  }
  expect(await list("filter=ABELARD&per_page=1")).toEqual([1, ["next 2", "last 2"]])
  expect(await list("filter=abelard&per_page=1&page=2")).toEqual([1, ["last 2"]])
  expect(await list("filter=abelard")).toEqual([2, ["last 1"]])
  expect(await list("filter=nobody.like.that")).toEqual([0, ["last 1"]])
})
