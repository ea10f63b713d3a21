import { Hono } from "hono"
import { expect, test } from "vitest"
import type { Auth } from "../auth.ts"
import { defaultConfig } from "../options.ts"
import { settings } from "./settings.ts"

test("the settings tell the length of a password that is configured", async () => {
  for (const passwordMinLength of [6, 12]) {
    const auth = { config: { ...defaultConfig, passwordMinLength } } as Auth
    const answer = await new Hono().get("/settings", settings(auth)).request("/settings")
    expect(await answer.json()).toMatchObject({ password_min_length: passwordMinLength })
  }
})
