/** Rules for every route: its version, the text that it accepts, and keys that are loaded before it starts. */
import { expect, test } from "vitest"
import type { Auth } from "./auth.ts"
import { createRoutes } from "./routes.ts"

/** Responds without a database; `read` counts how often keys were requested. */
async function ask(path: string) {
  let read = 0
  const signingKeys = {
    async refresh() {
      read++
    },
  }
  const answer = await createRoutes({ signingKeys } as unknown as Auth).request(path)
  const { error_code } = (await answer.json()) as { error_code?: string }
  return { status: answer.status, error_code, read, version: answer.headers.get("x-supabase-api-version") }
}
const version = "2024-01-01"

test.each([["/health"], ["/health?a=1&b=%F0%9F%8F%83"]])(
  "%s responds in the version that the client requests, after the keys are loaded",
  async (path) => expect(await ask(path)).toEqual({ status: 200, error_code: undefined, read: 1, version }),
)

test.each([["/health?a=%00"], ["/health?%00=a"], ["/health?a=1&b=x%00y"]])(
  "%s contains text that cannot be stored, and is refused first",
  async (path) =>
    expect(await ask(path)).toEqual({ status: 400, error_code: "validation_failed", read: 0, version }),
)

test("an unknown route is reported in the format of every error", async () =>
  expect(await ask("/nowhere")).toMatchObject({ status: 404, error_code: "not_found", version }))
