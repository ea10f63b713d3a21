/**
 * The only reader of process.env. Every variable stands in one table with its meaning, default and
 * example; .env.example is written from it (server/commands/env-example.ts).
 * A variable is added together with the code that reads it.
 */
import { existsSync } from "node:fs"
import { z } from "zod"
import { embeds } from "./env/embeds.ts"
import {
  emailList,
  mailbox,
  oneOf,
  origin,
  path,
  schemaNames,
  secret,
  url,
  urlList,
  wholeNumber,
} from "./env/shapes.ts"

interface Variable {
  /** One or two sentences for the person who sets it. */
  meaning: string
  /** Shown in .env.example and in the sentence that refuses a wrong value. */
  example: string
  /** What it is when not given, as text; absent when there is none. */
  default?: string
  /** Its value must not be repeated in messages. */
  secret?: true
  shape: z.ZodType
}

const processVariables = {
  NODE_ENV: {
    meaning: "production switches the development pages off and demands that secrets are given.",
    default: "development",
    example: "production",
    shape: oneOf("development", "production", "test"),
  },
  HOST: {
    meaning: "Address to listen on. 0.0.0.0 takes connections from other machines.",
    default: "localhost",
    example: "0.0.0.0",
    shape: z.string().regex(/^[\w.:-]+$/, "a host name or an address"),
  },
  PORT: {
    meaning: "Port to listen on; 0 takes any free one.",
    default: "3000",
    example: "3000",
    shape: wholeNumber(0, 65_535),
  },
  SITE_URL: {
    meaning: "Public address of the site, used in mails and links. Default: http://localhost with the port.",
    example: "https://b4m.example",
    shape: origin.optional(),
  },
  TRUST_PROXY: {
    meaning: "Number of reverse proxies in front, each adding one entry to X-Forwarded-For.",
    default: "0",
    example: "1",
    shape: wholeNumber(0, 10),
  },
  LOG_LEVEL: {
    meaning: "Least important kind of log line that is written (JSON, to standard output).",
    default: "info",
    example: "debug",
    shape: oneOf("debug", "info", "warn", "error", "silent"),
  },
  METRICS_TOKEN: {
    meaning: "Bearer token that /metrics asks for. Made once into DATA_DIR when not given.",
    example: "a-long-random-text-of-32-characters-or-more",
    secret: true,
    shape: secret.optional(),
  },
} satisfies Record<string, Variable>

const dataVariables = {
  DATA_DIR: {
    meaning: "Folder for the embedded database, generated secrets and the outbox.",
    default: "./data",
    example: "/var/lib/b4m",
    shape: path,
  },
  DATABASE_URL: {
    meaning:
      "PostgreSQL to use, as its owner. Without it the server runs a PostgreSQL of its own in DATA_DIR.",
    example: "postgres://b4m:password@localhost:5432/b4m",
    secret: true,
    shape: url("postgres", "postgresql").optional(),
  },
  DATABASE_POOL: {
    meaning: "Most connections to the database that this process opens.",
    default: "10",
    example: "20",
    shape: wholeNumber(2, 500),
  },
  DEMO: {
    meaning: "Sample athletes train until real members come. Default: on with the embedded database.",
    example: "off",
    shape: oneOf("on", "off").optional(),
  },
} satisfies Record<string, Variable>

const backendVariables = {
  SUPABASE_URL: {
    meaning: "Supabase project that serves auth, data, storage and realtime instead of this process.",
    example: "https://abcdefghijklmnop.supabase.co",
    shape: origin.optional(),
  },
  SUPABASE_PUBLISHABLE_KEY: {
    meaning: "Key that browsers send. Needed with SUPABASE_URL; otherwise made once into DATA_DIR.",
    example: "sb_publishable_aaaaaaaaaaaaaaaaaaaaaa_bbbbbbbb",
    shape: z.string().min(20, "a key of at least 20 characters").optional(),
  },
  SUPABASE_SECRET_KEY: {
    meaning:
      "Key with full rights, for servers only. Needed with SUPABASE_URL; otherwise made once into DATA_DIR.",
    example: "sb_secret_aaaaaaaaaaaaaaaaaaaaaa_bbbbbbbb",
    secret: true,
    shape: z.string().min(20, "a key of at least 20 characters").optional(),
  },
  SUPABASE_JWT_SECRET: {
    meaning: "Shared secret that the Supabase project signs tokens with, when it does not use signing keys.",
    example: "a-long-random-text-of-32-characters-or-more",
    secret: true,
    shape: secret.optional(),
  },
  DATA_API_SCHEMAS: {
    meaning: "Schemas of the database that /rest/v1 shows, separated by commas; the first one by default.",
    default: "public",
    example: "public,reports",
    shape: schemaNames,
  },
  DATA_API_AGGREGATES: {
    meaning: "on lets callers of /rest/v1 count, sum and average; one request may then read a whole table.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  DATA_API_PLANS: {
    meaning: "on shows callers of /rest/v1 how the database would answer (explain), for development.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  POSTGREST_URL: {
    meaning:
      "PostgREST 14 or later that answers /rest/v1 instead of this process, behind its keys and tokens. Not with SUPABASE_URL.",
    example: "http://localhost:3001",
    shape: origin.optional(),
  },
  POSTGREST_JWT_SECRET: {
    meaning: "PGRST_JWT_SECRET of that PostgREST, and of nothing else. Needed with POSTGREST_URL.",
    example: "another-long-random-text-of-32-characters",
    secret: true,
    shape: secret.optional(),
  },
  AUTH_SECRET: {
    meaning:
      "Root of every key that protects tokens and stored credentials. Made once into DATA_DIR when not given.",
    example: "a-long-random-text-of-32-characters-or-more",
    secret: true,
    shape: secret.optional(),
  },
  OPERATOR_EMAILS: {
    meaning: "Addresses, separated by commas, that become operators when they are confirmed.",
    default: "",
    example: "ana@b4m.example,ben@b4m.example",
    shape: emailList,
  },
} satisfies Record<string, Variable>

const authVariables = {
  AUTH_SIGNUPS: {
    meaning: "off closes sign-up; members who are there sign in as before.",
    default: "on",
    example: "off",
    shape: oneOf("on", "off"),
  },
  AUTH_AUTOCONFIRM: {
    meaning: "on takes addresses as they are typed, without a mail. Nobody becomes an operator that way.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  AUTH_PHONE: {
    meaning: "on takes telephone numbers as they are typed, beside addresses; none is proven.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  AUTH_LIMITS: {
    meaning:
      "off lifts the limits on mails, sign-ups, codes and refreshes, for tests. Not with NODE_ENV=production.",
    default: "on",
    example: "on",
    shape: oneOf("on", "off"),
  },
  AUTH_OTP_LIFETIME: {
    meaning: "Seconds that mailed links and codes are good for.",
    default: "3600",
    example: "900",
    shape: wholeNumber(60, 86_400),
  },
  AUTH_ANONYMOUS: {
    meaning: "on lets visitors begin without an address and add one later.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  AUTH_REDIRECT_ALLOW_LIST: {
    meaning:
      "Further addresses, separated by commas, that a sign-in may return to; * and ** stand for anything.",
    default: "",
    example: "https://app.b4m.example/**",
    shape: urlList,
  },
  AUTH_GOOGLE_CLIENT_ID: {
    meaning: "Sign-in with Google, together with AUTH_GOOGLE_SECRET.",
    example: "1234567890-abc.apps.googleusercontent.com",
    shape: z.string().optional(),
  },
  AUTH_GOOGLE_SECRET: {
    meaning: "Client secret of the Google application.",
    example: "GOCSPX-abcdefghijklmnop",
    secret: true,
    shape: z.string().optional(),
  },
  AUTH_GITHUB_CLIENT_ID: {
    meaning: "Sign-in with GitHub, together with AUTH_GITHUB_SECRET.",
    example: "Iv1.0123456789abcdef",
    shape: z.string().optional(),
  },
  AUTH_GITHUB_SECRET: {
    meaning: "Client secret of the GitHub application.",
    example: "0123456789abcdef0123456789abcdef01234567",
    secret: true,
    shape: z.string().optional(),
  },
} satisfies Record<string, Variable>

const mailVariables = {
  SMTP_URL: {
    meaning: "Mail server. Without it every mail is an .eml file in DATA_DIR/outbox.",
    example: "smtps://user:password@smtp.example:465",
    secret: true,
    shape: url("smtp", "smtps").optional(),
  },
  MAIL_FROM: {
    meaning: "Sender of every mail. Needed with SMTP_URL.",
    default: "B4M <no-reply@b4m.example>",
    example: "B4M <hello@b4m.example>",
    shape: mailbox,
  },
  MAIL_EVENTS_TOKEN: {
    meaning: "Bearer token for reports of bounces and complaints at /webhooks/mail-events; off without it.",
    example: "a-long-random-text-of-32-characters-or-more",
    secret: true,
    shape: secret.optional(),
  },
} satisfies Record<string, Variable>

const embedVariables = {
  EMBEDS: {
    meaning:
      "Frames of other services in the place of our forms and reports: slot=frame address, a space and a script address where it needs one; separated by commas.",
    default: "",
    example:
      "home-newsletter=https://forms.example/embed/1 https://forms.example/embed.js,leaderboard-full=https://reports.example/2",
    shape: embeds,
  },
} satisfies Record<string, Variable>

const captchaVariables = {
  CAPTCHA: {
    meaning:
      "Service that asks senders of forms to show that they are people: turnstile (Cloudflare) or hcaptcha. Off without it.",
    example: "turnstile",
    shape: oneOf("turnstile", "hcaptcha").optional(),
  },
  CAPTCHA_SITE_KEY: {
    meaning: "Key of the site at that service, for browsers.",
    example: "0x4AAAAAAAAaaaaaaaaaaaaa",
    shape: z
      .string()
      .regex(/^[\w-]+$/, "the site key of the service")
      .optional(),
  },
  CAPTCHA_SECRET: {
    meaning: "Secret key at that service, for this server.",
    example: "0x4AAAAAAAAaaaaaaaaaaaaaaaaaaaaaaaaa",
    secret: true,
    shape: z.string().min(8, "the secret key of the service").optional(),
  },
} satisfies Record<string, Variable>

const stravaVariables = {
  STRAVA_CLIENT_ID: {
    meaning:
      "Application registered at strava.com/settings/api. Strava is off until this and the next two are set.",
    example: "12345",
    shape: z.string().regex(/^\d+$/, "the number of the application").optional(),
  },
  STRAVA_CLIENT_SECRET: {
    meaning: "Client secret of the Strava application.",
    example: "0123456789abcdef0123456789abcdef01234567",
    secret: true,
    shape: z.string().min(8, "the client secret of the application").optional(),
  },
  STRAVA_VERIFY_TOKEN: {
    meaning:
      "Any text; Strava repeats it when it tries out the address for events (npm run strava -- subscribe).",
    example: "a-text-of-your-own",
    secret: true,
    shape: z.string().min(8, "a text of at least 8 characters").optional(),
  },
  STRAVA_CLUB_ID: {
    meaning:
      "Club at Strava that winners must belong to. Without it the membership rule is not checked there.",
    example: "98765",
    shape: z.string().regex(/^\d+$/, "the number of the club").optional(),
  },
  STRAVA_DISPLAY: {
    meaning:
      "public shows athletes with data from Strava to everybody, which needs Strava's written word; else to members.",
    default: "members",
    example: "public",
    shape: oneOf("members", "public"),
  },
  STRAVA_BASE_URL: {
    meaning: "Address of Strava's API, which moves in 2027; or of the stand-in (npm run strava:sandbox).",
    default: "https://www.strava.com/api/v3",
    example: "http://localhost:4010/api/v3",
    shape: url("http", "https"),
  },
  STRAVA_OAUTH_URL: {
    meaning: "Address of Strava's sign-in.",
    default: "https://www.strava.com/oauth",
    example: "http://localhost:4010/oauth",
    shape: url("http", "https"),
  },
} satisfies Record<string, Variable>

const paymentVariables = {
  STRIPE_SECRET_KEY: {
    meaning:
      "Key of the Stripe account that is paid; sk_test_… moves no money. Without it nobody really pays.",
    example: "sk_live_0123456789abcdefghijklmn",
    secret: true,
    shape: z
      .string()
      .regex(/^(sk|rk)_(live|test)_\w{8,}$/, "a secret or restricted key (sk_… or rk_…)")
      .optional(),
  },
  STRIPE_WEBHOOK_SECRET: {
    meaning:
      "Signing secret of the endpoint SITE_URL/webhooks/stripe, from Stripe's dashboard. Needed in production.",
    example: "whsec_0123456789abcdefghijklmn",
    secret: true,
    shape: z
      .string()
      .regex(/^whsec_\S{8,}$/, "the signing secret of the endpoint (whsec_…)")
      .optional(),
  },
  STRIPE_API_BASE: {
    meaning: "Another address that speaks Stripe's API, for tests; Stripe's own without it.",
    example: "http://localhost:12111",
    shape: origin.optional(),
  },
  STRIPE_AUTOMATIC_TAX: {
    meaning: "on lets Stripe work out sales tax for services, which has to be set up there first.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  PAYMENTS_SANDBOX: {
    meaning:
      "on lets people try the checkout with pages of our own where no money moves. Default: on without STRIPE_SECRET_KEY, but off in production.",
    example: "off",
    shape: oneOf("on", "off").optional(),
  },
} satisfies Record<string, Variable>

/** Every variable under the heading it has in .env.example. */
export const variableGroups = {
  Process: processVariables,
  Data: dataVariables,
  "Accounts and data service": backendVariables,
  "Signing in": authVariables,
  Mail: mailVariables,
  "Embedded services": embedVariables,
  Payments: paymentVariables,
  Captcha: captchaVariables,
  Strava: stravaVariables,
}

const variables = {
  ...processVariables,
  ...dataVariables,
  ...backendVariables,
  ...authVariables,
  ...mailVariables,
  ...embedVariables,
  ...paymentVariables,
  ...captchaVariables,
  ...stravaVariables,
}

type Variables = typeof variables

/** Checked settings under the names of their variables. What is optional and not given is undefined. */
export type Env = { readonly [Name in keyof Variables]: z.output<Variables[Name]["shape"]> }

/** A setting that stops the start. `message` is one sentence for the person who runs the server. */
export class SettingError extends Error {
  readonly code = "invalid_setting"
}

/**
 * Reads and checks every variable in `source`; an empty value counts as not given.
 * Throws SettingError naming the first wrong variable, why, and an example.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const env: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries(variables) as [string, Variable][]) {
    const given = source[name]?.trim() || undefined
    const result = variable.shape.safeParse(given ?? variable.default)
    if (!result.success) throw new SettingError(refusal(name, variable, given, result.error))
    env[name] = result.data
  }
  const checked = env as Env
  checkTogether(checked, (name) => Boolean(source[name]?.trim()))
  return checked
}

function refusal(name: string, variable: Variable, given: string | undefined, error: z.ZodError): string {
  const shown = variable.secret || given === undefined ? "" : ` (it is ${JSON.stringify(given.slice(0, 80))})`
  return `${name} must be ${error.issues[0]?.message}${shown}, for example ${name}=${variable.example}`
}

function checkTogether(env: Env, given: (name: string) => boolean): void {
  const needs = (reason: string, names: (keyof Variables)[]) => {
    const missing = names.filter((name) => !given(name))
    if (missing.length === 0) return
    const examples = missing.map((name) => `${name}=${variables[name].example}`).join(" ")
    throw new SettingError(`${reason} needs ${missing.join(" and ")} as well, for example ${examples}`)
  }
  if (env.SUPABASE_URL) needs("SUPABASE_URL", ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"])
  if (env.POSTGREST_URL) needs("POSTGREST_URL", ["POSTGREST_JWT_SECRET"])
  if (
    env.POSTGREST_JWT_SECRET &&
    [env.SUPABASE_JWT_SECRET, env.AUTH_SECRET].includes(env.POSTGREST_JWT_SECRET)
  )
    throw new SettingError(
      "POSTGREST_JWT_SECRET must be a secret of its own, for example what openssl rand -hex 32 prints",
    )
  if (env.AUTH_LIMITS === "off" && env.NODE_ENV === "production")
    throw new SettingError("AUTH_LIMITS must be on when NODE_ENV=production, for example AUTH_LIMITS=on")
  if (env.AUTH_GOOGLE_CLIENT_ID) needs("AUTH_GOOGLE_CLIENT_ID", ["AUTH_GOOGLE_SECRET"])
  if (env.AUTH_GITHUB_CLIENT_ID) needs("AUTH_GITHUB_CLIENT_ID", ["AUTH_GITHUB_SECRET"])
  if (env.CAPTCHA) needs("CAPTCHA", ["CAPTCHA_SITE_KEY", "CAPTCHA_SECRET"])
  if (env.STRAVA_CLIENT_ID) needs("STRAVA_CLIENT_ID", ["STRAVA_CLIENT_SECRET", "STRAVA_VERIFY_TOKEN"])
  if (env.STRIPE_SECRET_KEY && env.NODE_ENV === "production")
    needs("STRIPE_SECRET_KEY with NODE_ENV=production", ["STRIPE_WEBHOOK_SECRET"])
  if (env.STRIPE_WEBHOOK_SECRET) needs("STRIPE_WEBHOOK_SECRET", ["STRIPE_SECRET_KEY"])
  if (env.STRIPE_API_BASE) needs("STRIPE_API_BASE", ["STRIPE_SECRET_KEY"])
  if (env.STRIPE_SECRET_KEY && env.PAYMENTS_SANDBOX === "on")
    throw new SettingError(
      "PAYMENTS_SANDBOX must be off when STRIPE_SECRET_KEY is given, for example PAYMENTS_SANDBOX=off",
    )
  if (env.SMTP_URL) needs("SMTP_URL", ["MAIL_FROM"])
  if (env.SMTP_URL && env.NODE_ENV === "production") needs("SMTP_URL with NODE_ENV=production", ["SITE_URL"])
}

/** The variables of this process, after those of a `.env` file in `folder` when there is one; real ones win. */
export function readProcessEnv(folder: string): Env {
  const file = `${folder}/.env`
  if (existsSync(file)) process.loadEnvFile(file)
  return readEnv(process.env)
}

/** The folder that the person who called an npm script stands in; npm itself goes to the project's folder. */
export function callersFolder(): string {
  return process.env.INIT_CWD ?? process.cwd()
}

/** React and others choose their fast build by this variable, whatever the person set for the server itself. */
export function preferProductionLibraries(): void {
  process.env.NODE_ENV = "production"
}
