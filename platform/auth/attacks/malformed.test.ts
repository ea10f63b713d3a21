/**
 * Sends every route bodies, queries, ids and headers that no client sends and expects a 4xx in GoTrue's
 * shape.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"
import { routeTable } from "../route-table.ts"

const routes = routeTable.map(([method, path]) => ({ method, path }))

let site: TestAuth
let memberToken: string
let memberId: string
let unique = 0
beforeAll(async () => {
  site = await createTestAuth({ manualLinking: true, phoneSignIn: true, phoneAutoconfirm: true })
  await renew()
})
afterAll(() => site.close())

async function renew(): Promise<void> {
  const member = await site.member(`member${unique++}@example.com`)
  memberToken = member.session.access_token
  memberId = member.id
}

const fields = [
  "email",
  "phone",
  "password",
  "data",
  "type",
  "token",
  "token_hash",
  "refresh_token",
  "auth_code",
  "code_verifier",
  "code_challenge",
  "code_challenge_method",
  "create_user",
  "nonce",
  "friendly_name",
  "factor_type",
  "issuer",
  "challenge_id",
  "code",
  "id_token",
  "provider",
  "new_email",
  "redirect_to",
  "user_metadata",
  "app_metadata",
  "ban_duration",
  "role",
  "id",
  "password_hash",
  "email_confirm",
  "should_soft_delete",
  "link_identity",
]
const all = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]))
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`

const bodies: [string, string | Uint8Array][] = [
  ["no JSON", "{"],
  ["a form", "email=a%40example.com&password=x"],
  ["a list", "[]"],
  ["null", "null"],
  ["a text", '"text"'],
  ["a number", "7"],
  ["no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ["too large", JSON.stringify({ email: "x".repeat(70_000) })],
  ["too deep", `{"data":{"x":${nested(20_000)}},"user_metadata":{"x":${nested(40)}}}`],
  ["NUL", JSON.stringify({ ...all("a\0b"), data: { "k\0": 1 } })],
  ["half a surrogate pair", '{"email":"\\ud800","data":{"x":"\\udfff"},"token":"\\ud800"}'],
  ["numbers", JSON.stringify(all(7))],
  ["a huge number", '{"data":{"x":1e999},"email":"a@example.com","password":"long enough 1"}'],
  ["lists", JSON.stringify(all(["x"]))],
  ["objects", JSON.stringify(all({ $ne: null }))],
  ["true", JSON.stringify(all(true))],
  ["quotes and SQL", JSON.stringify(all("'; drop table auth.users; --"))],
  ["long texts", JSON.stringify(all("x".repeat(1_500)))],
  ["odd Unicode", JSON.stringify(all("\u202e\u0000x\ufeff💥".replace("\u0000", "")))],
  [
    "prototype",
    '{"__proto__":{"email":"a@example.com"},"constructor":{"prototype":{"x":1}},"data":{"__proto__":{"role":"x"}}}',
  ],
]

/** Acceptable responses: a refusal, or success where the body happens to be harmless. */
function expectSound(answer: { status: number; json: unknown; text: string }, what: string): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).toBeLessThan(500)
  if (answer.status < 400) return
  const body = answer.json as Record<string, unknown>
  expect(body, what).toMatchObject({
    code: answer.status,
    error_code: expect.any(String),
    msg: expect.any(String),
  })
  expect(
    Object.keys(body).every((key) => ["code", "error_code", "msg", "weak_password"].includes(key)),
    what,
  ).toBe(true)
}

describe.each(routes)("$method $path", ({ method, path }) => {
  const concrete = (id: string) =>
    path.replace(/:userId/g, path.includes("/factors/:") ? memberId : id).replace(/:[a-zA-Z]+/g, id)
  const grants =
    path === "/token" ? ["password", "refresh_token", "pkce", "id_token", "web3", "constructor"] : [""]
  const tokens = () => [undefined, memberToken, testKeys.secret]

  test("malformed bodies", async () => {
    if (method === "GET") return expect((await site.call("GET", concrete("x"))).status).toBeLessThan(500)
    // Without a token a request is refused before its body is read, or read as a member's.
    for (const [name, body] of bodies)
      for (const grant of grants)
        for (const token of [memberToken, testKeys.secret]) {
          const query = grant ? `?grant_type=${grant}` : ""
          const answer = await site.call(method, `${concrete(memberId)}${query}`, {
            body,
            token,
          })
          expectSound(answer, `${name} ${grant}`)
        }
    if ((await site.call("GET", "/user", { token: memberToken })).status !== 200) await renew()
  })

  test("malformed ids, queries and tokens", async () => {
    const body = method === "GET" ? undefined : {}
    for (const id of [
      "x",
      "%00",
      "..%2f..%2fetc",
      "%27%20or%201%3D1",
      "%F0%9F%92%A5",
      "%ff",
      "00000000-0000-0000-0000-00000000000g",
      "x".repeat(2_000),
    ])
      for (const token of tokens())
        expectSound(await site.call(method, concrete(id), { body, ...(token ? { token } : {}) }), id)
    for (const query of [
      "%00",
      "redirect_to=%00",
      "page=99999999999999999999",
      "type[]=x&token[]=y",
      "type=signup&token=%F0%28%8C%28",
      "grant_type=%00",
      "state=%ff&code=%00",
      "type=__proto__&token=x",
      "a=".repeat(500),
    ])
      expectSound(
        await site.call(method, `${concrete(memberId)}?${query}`, { body, token: testKeys.secret }),
        query,
      )
    for (const authorization of [
      "",
      "Bearer",
      "Bearer ",
      "Basic YTpi",
      "Bearer a.b.c",
      "Bearer eyJ.eyJ.",
      `Bearer ${"é".repeat(20)}`,
      `Bearer ${"a".repeat(9_000)}`,
    ])
      expectSound(
        await site.call(method, concrete(memberId), { body, headers: { authorization } }),
        authorization,
      )
    await renew()
  })
})

test("Unknown routes and methods get an error of the same shape", async () => {
  for (const [method, path] of [
    ["GET", "/nothing"],
    ["PATCH", "/user"],
    ["DELETE", "/"],
    ["POST", "/admin"],
    ["GET", "//evil"],
  ] as const) {
    const answer = await site.call(method, path)
    expect(answer.status).toBe(404)
    expectSound(answer, path)
  }
})

test("The service still works afterward", async () => {
  const { session } = await site.member("after@example.com", testPassword)
  expect((await site.call("GET", "/user", { token: session.access_token })).status).toBe(200)
  expect(site.test.log.entries.filter((entry) => entry.level === "error")).toEqual([])
})
