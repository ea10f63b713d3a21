import { Hono } from "hono"
import { expect, test } from "vitest"
import type { Auth } from "../auth.ts"
import { type AuthConfig, defaultConfig } from "../options.ts"
import { settings } from "./settings.ts"

test("the settings contain the configured password length", async () => {
  for (const passwordMinLength of [6, 12]) {
    const auth = { config: { ...defaultConfig, passwordMinLength } } as Auth
    const answer = await new Hono().get("/settings", settings(auth)).request("/settings")
    expect(await answer.json()).toMatchObject({ password_min_length: passwordMinLength })
  }
})

test("the settings list which sign-in methods are enabled", async () => {
  const client = { clientId: "id", secret: "secret" }
  const told = async (changes: Partial<AuthConfig>) => {
    const auth = { config: { ...defaultConfig, ...changes } } as Auth
    return (await new Hono().get("/settings", settings(auth)).request("/settings")).json()
  }
  const external = {
    apple: false,
    anonymous_users: false,
    email: true,
    github: false,
    google: false,
    phone: false,
  }
  const closed = {
    external,
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    passkeys_enabled: true,
    password_min_length: 6,
  }
  expect(await told({})).toEqual(closed)
  expect(await told({ signUps: false })).toEqual({ ...closed, disable_signup: true })
  const issuer = { ...client, issuer: "https://login.example", label: "Club Login" }
  expect(await told({ providers: { oidc: issuer } })).toEqual({
    ...closed,
    external: { ...external, "custom:oidc": true },
    custom_names: { "custom:oidc": "Club Login" },
  })
  for (const name of ["github", "google", "apple"])
    expect(await told({ providers: { [name]: client } })).toEqual({
      ...closed,
      external: { ...external, [name]: true },
    })
})
