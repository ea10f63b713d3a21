/** Settings of an installation take effect in the routes, and defaults apply without them. */
import { expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { socketAddress } from "./http/client.ts"
import { configFrom } from "./options.ts"
import { createAuth } from "./service.ts"

const hasher = { hash: async () => "", verify: async () => false, close: async () => {} }
type Options = Parameters<typeof createAuth>[0]
/** No test here queries the database or sends a mail. */
const created = (changes: Partial<Options> = {}) =>
  createAuth({
    db: {} as Options["db"],
    mail: {} as Options["mail"],
    brand: {} as Options["brand"],
    now: () => new Date("2026-11-20T12:00:00Z"),
    log: collectLog(),
    siteUrl: "https://b4m.example",
    authSecret: "a-secret-for-tests-of-at-least-32-characters",
    keys: { publishable: "p", secret: "s" },
    hasher,
    ...changes,
  }).auth

test("by default, links are redeemed immediately and addresses are those of the socket", () => {
  const auth = created()
  expect(auth).toMatchObject({ askingPage: null, issuer: "https://b4m.example/auth/v1", hasher })
  expect([auth.clientAddress, auth.config]).toEqual([socketAddress, configFrom()])
  expect(auth.redirects.choose("https://app.example/in")).toBe("https://b4m.example")
})

test("settings take effect", () => {
  const clientAddress = () => "192.0.2.1"
  const redirectAllowList = ["https://app.example/in"]
  const config = { signUps: false, passwordMinLength: 12 }
  const auth = created({ askingPage: "/mail-link", clientAddress, redirectAllowList, config })
  expect(auth).toMatchObject({ askingPage: "/mail-link", config: configFrom(config) })
  expect(auth.clientAddress).toBe(clientAddress)
  expect(auth.redirects.choose("https://app.example/in")).toBe("https://app.example/in")
  expect(() => auth.passwordRules.checkLength("elevenchars")).toThrow("at least 12")
})

test("a short secret, or an invalid return address, prevents the start", () => {
  expect(() => created({ authSecret: "short" })).toThrow("at least 32 characters")
  expect(() => created({ redirectAllowList: ["nowhere"] })).toThrow("invalid address: nowhere")
})
