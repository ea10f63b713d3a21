/** The grant types that the token endpoint supports. */
import { Hono } from "hono"
import { expect, test } from "vitest"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import { token } from "./token.ts"

test.each([
  ["web3", 422, "web3_provider_disabled"],
  ["password_of_old", 400, "invalid_credentials"],
  ["", 400, "invalid_credentials"],
  ["password", 400, "validation_failed"],
  ["refresh_token", 400, "validation_failed"],
  ["pkce", 400, "validation_failed"],
  ["id_token", 400, "validation_failed"],
])("a request for only %s is refused with %i %s, and is not cached", async (grant, status, code) => {
  const auth = { clientAddress: () => "192.0.2.1" } as unknown as Auth
  const app = new Hono().post("/token", token(auth))
  app.onError((error, c) =>
    c.text(error instanceof Refusal ? `${error.status} ${error.code}` : String(error)),
  )
  const answer = await app.request(`/token?grant_type=${grant}`, { method: "POST" })
  expect(await answer.text()).toBe(`${status} ${code}`)
  expect(answer.headers.get("cache-control")).toBe("no-store")
})
