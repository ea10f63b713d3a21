/** How an administrator creates, changes and deletes accounts. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const token = testKeys.secret
const nobody = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66"
const make = (body: object) => site.call("POST", "/admin/users", { token, body })

test("Accounts are created, read, updated and deleted", async () => {
  const made = await make({
    email: "made@example.com",
    password: testPassword,
    user_metadata: { name: "Made" },
    app_metadata: { team: "red" },
  })
  expect(made.json).toMatchObject({
    email: "made@example.com",
    user_metadata: { name: "Made" },
    app_metadata: { provider: "email", providers: ["email"], team: "red" },
  })
  expect(made.json.email_confirmed_at).toBeUndefined()
  const path = `/admin/users/${made.json.id}`
  expect((await site.call("GET", path, { token })).json.email).toBe("made@example.com")
  const changed = await site.call("PUT", path, {
    token,
    body: {
      email: "changed@example.com",
      email_confirm: true,
      user_metadata: { color: "blue" },
      app_metadata: { team: null },
    },
  })
  expect(changed.json).toMatchObject({
    email: "changed@example.com",
    user_metadata: { name: "Made", color: "blue" },
  })
  expect(changed.json.app_metadata.team).toBeUndefined()
  expect(changed.json.email_confirmed_at).toBeTruthy()
  await site.signIn("changed@example.com")
  expect((await site.call("DELETE", path, { token, body: { should_soft_delete: false } })).json).toEqual({})
  expect((await site.call("GET", path, { token })).json).toMatchObject({
    code: 404,
    error_code: "user_not_found",
  })
})

test.each([
  ["not-a-uuid", 404, "validation_failed"],
  [nobody, 404, "user_not_found"],
])("Requests for the user id %s get %i %s", async (id, status, code) => {
  for (const method of ["GET", "PUT", "DELETE"]) {
    const answer = await site.call(method, `/admin/users/${id}`, {
      token,
      ...(method === "GET" ? {} : { body: {} }),
    })
    expect([answer.status, answer.json.error_code]).toEqual([status, code])
  }
  expect((await site.call("GET", `/admin/users/${id}/factors`, { token })).status).toBe(404)
})

test("A soft-deleted account leaves only its id and digests", async () => {
  const { id, session } = await site.member("soft@example.com")
  await site.call("DELETE", `/admin/users/${id}`, { token, body: { should_soft_delete: true } })
  expect((await site.call("GET", "/user", { token: session.access_token })).status).toBe(403)
  const rows = await site.test.world.db.query("select to_jsonb(u) as u from auth.users u where id = $1", [id])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain("soft@example.com")
  expect(
    JSON.stringify(await site.test.world.db.query("select payload::text from auth.audit_log_entries")),
  ).not.toContain("soft@example.com")
  await make({ email: "soft@example.com", email_confirm: true })
})

test("A soft-deleted account can no longer be found, and its phone number is removed", async () => {
  const { id } = (await make({ email: "gone@example.com", phone: "+15557770004" })).json
  const remove = () =>
    site.call("DELETE", `/admin/users/${id}`, { token, body: { should_soft_delete: true } })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  const [row] = await site.test.world.db.query(
    "select length(phone) as digits from auth.users where id = $1",
    [id],
  )
  expect(row).toEqual({ digits: 15 })
  const { id: bare } = (await make({ email: "bare@example.com" })).json
  await site.call("DELETE", `/admin/users/${bare}`, { token, body: { should_soft_delete: true } })
  expect(await site.test.world.db.query("select phone from auth.users where id = $1", [bare])).toEqual([
    { phone: null },
  ])
})
