import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { envExample } from "./env/example.ts"
import { paymentsKind } from "./env/payments-kind.ts"
import { readEnv, variableGroups } from "./env.ts"

const variables = Object.assign({}, ...Object.values(variableGroups)) as Record<
  string,
  { meaning: string; example: string; default?: string }
>

test("a local server works without any variable", () => {
  const env = readEnv({})
  expect(env).toMatchObject({ HOST: "localhost", PORT: 3000, NODE_ENV: "development", DATABASE_POOL: 15 })
  expect(env.DATA_DIR).toMatch(/^\/.*\/data$/)
  expect(env.DATABASE_URL).toBeUndefined()
})

test("values are trimmed, and empty ones count as unset", () => {
  const env = readEnv({ PORT: " 4000 ", SITE_URL: "", OPERATOR_EMAILS: "Ana@B4M.example, ben@b4m.example," })
  expect(env.PORT).toBe(4000)
  expect(env.SITE_URL).toBeUndefined()
  expect(env.OPERATOR_EMAILS).toEqual(["ana@b4m.example", "ben@b4m.example"])
})

test("a trailing slash of SITE_URL is removed", () => {
  expect(readEnv({ SITE_URL: "https://b4m.example/" }).SITE_URL).toBe("https://b4m.example")
})

describe("a wrong value is reported in one sentence with the variable and an example", () => {
  test.each([
    [{ PORT: "abc" }, 'PORT must be a whole number from 0 to 65535 (it is "abc"), for example PORT=3000'],
    [{ PORT: "70000" }, /^PORT must be .* \(it is "70000"\), for example PORT=3000$/],
    [{ PORT: "-1" }, /^PORT must be /],
    [{ NODE_ENV: "prod" }, /^NODE_ENV must be one of development, production, test/],
    [{ HOST: "a b" }, /^HOST must be a host name or an address/],
    [
      { SITE_URL: "b4m.example" },
      /^SITE_URL must be an address such as https:\/\/b4m\.example, without a path/,
    ],
    [{ SITE_URL: "https://b4m.example/shop" }, /^SITE_URL must be /],
    [{ SITE_URL: "ftp://b4m.example" }, /^SITE_URL must be /],
    [{ DATABASE_POOL: "1" }, /^DATABASE_POOL must be a whole number from 5 to 500/],
    [{ TRUST_PROXY: "yes" }, /^TRUST_PROXY must be a whole number from 0 to 10/],
    [{ DEMO: "maybe" }, /^DEMO must be one of on, off/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL must be one of debug, info, warn, error, silent/],
    [
      { OPERATOR_EMAILS: "ana@b4m.example, ben" },
      /^OPERATOR_EMAILS must be email addresses separated by commas/,
    ],
    [{ MAIL_FROM: "B4M <x>" }, /^MAIL_FROM must be a sender with an email address/],
    [{ MAIL_FROM: "B4M <a@b.example>\nBcc: x@y.example" }, /^MAIL_FROM must be /],
    [{ SMTP_URL: "smtp://localhost:25" }, /^SMTP_URL needs MAIL_FROM as well, for example MAIL_FROM=/],
    [
      { SMTP_URL: "smtp://localhost", MAIL_FROM: "a@b.example", NODE_ENV: "production" },
      /^SMTP_URL with NODE_ENV=production needs SITE_URL as well/,
    ],
    [
      { SUPABASE_URL: "https://abc.supabase.co" },
      /^SUPABASE_URL needs DATABASE_URL and SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY as well, for example /,
    ],
    [
      { POSTGREST_URL: "http://localhost:3001" },
      /^POSTGREST_URL needs POSTGREST_JWT_SECRET as well, for example /,
    ],
    [
      {
        POSTGREST_URL: "http://localhost:3001",
        POSTGREST_JWT_SECRET: "p".repeat(32),
        AUTH_SECRET: "p".repeat(32),
      },
      /^POSTGREST_JWT_SECRET must differ from every other secret/,
    ],
    [{ DATA_API_SCHEMAS: "public,private" }, /^DATA_API_SCHEMAS must be names of schemas/],
    [{ DATA_API_SCHEMAS: "pg_catalog" }, /^DATA_API_SCHEMAS must be /],
    [{ DATA_API_SCHEMAS: "information_schema" }, /^DATA_API_SCHEMAS must be /],
    [{ DATA_API_SCHEMAS: "," }, /^DATA_API_SCHEMAS must be /],
    [{ DATA_API_AGGREGATES: "yes" }, /^DATA_API_AGGREGATES must be one of on, off/],
  ])("for %o", (source, sentence) => {
    expect(() => readEnv(source)).toThrow(sentence)
    try {
      readEnv(source)
    } catch (error) {
      expect((error as { code?: string }).code).toBe("invalid_setting")
      expect((error as Error).message).not.toContain("\n")
    }
  })

  test.each([
    [{ DATABASE_URL: "mysql://root:hunter2@db/x" }, "DATABASE_URL"],
    [{ AUTH_SECRET: "hunter2" }, "AUTH_SECRET"],
    [{ SMTP_URL: "http://user:hunter2@mail", MAIL_FROM: "a@b.example" }, "SMTP_URL"],
    [{ METRICS_TOKEN: "hunter2" }, "METRICS_TOKEN"],
    [{ POSTGREST_URL: "http://localhost:1", POSTGREST_JWT_SECRET: "hunter2" }, "POSTGREST_JWT_SECRET"],
  ])("a message does not repeat a secret: %o", (source, name) => {
    expect(() => readEnv(source)).toThrow(new RegExp(`^${name} must be `))
    expect(() => readEnv(source)).not.toThrow(/hunter2/)
  })
})

test("limits cannot be turned off in production", () => {
  const production = { NODE_ENV: "production", AUTH_LIMITS: "off" }
  expect(() => readEnv(production)).toThrow("AUTH_LIMITS must be on when NODE_ENV=production")
  expect(readEnv({ ...production, NODE_ENV: "test" }).AUTH_LIMITS).toBe("off")
})

test("payments: Stripe with its key, otherwise the sandbox; in production, the sandbox only if requested", () => {
  const kind = (source: Record<string, string>) => paymentsKind(readEnv(source))
  const key = { STRIPE_SECRET_KEY: "sk_live_0123456789" }
  const production = { NODE_ENV: "production" }
  expect([kind({}), kind({ PAYMENTS_SANDBOX: "off" }), kind(key)]).toEqual(["sandbox", "off", "stripe"])
  expect([kind(production), kind({ ...production, PAYMENTS_SANDBOX: "on" })]).toEqual(["off", "sandbox"])
  expect(() => kind({ ...production, ...key })).toThrow(
    /^STRIPE_SECRET_KEY with NODE_ENV=production needs STRIPE_WEBHOOK_SECRET as well, for example /,
  )
  expect(kind({ ...production, ...key, STRIPE_WEBHOOK_SECRET: "whsec_0123456789" })).toBe("stripe")
  expect(() => kind({ ...key, PAYMENTS_SANDBOX: "on" })).toThrow(/^PAYMENTS_SANDBOX must be off/)
})

test("every example is a valid value", () => {
  const examples = Object.fromEntries(Object.entries(variables).map(([name, { example }]) => [name, example]))
  // This one is not allowed in production.
  expect(() => readEnv(examples)).toThrow(/^SOURCES_SANDBOX must not be set when NODE_ENV=production/)
  examples.NODE_ENV = "test"
  const env = readEnv(examples) as Record<string, unknown>
  for (const name of Object.keys(variables)) expect(env[name], name).toBeDefined()
})

test(".env.example is the output of server/commands/env-example.ts, and can be loaded as a file", () => {
  const text = readFileSync(new URL("../../.env.example", import.meta.url), "utf8")
  expect(text).toBe(envExample())
  for (const name of Object.keys(variables)) expect(text).toMatch(new RegExp(`^# ${name}=`, "m"))
})
