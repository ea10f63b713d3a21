/**
 * One table describes every variable with its meaning, default and example (process-env.ts reads them);
 * .env.example is generated from it (server/commands/env-example.ts). A variable is added together with the
 * code that reads it.
 */
import { z } from "zod"
import { embeds } from "./env/embeds.ts"
import {
  bucketName,
  emailList,
  mailbox,
  oneOf,
  origin,
  passwordCharacters,
  path,
  regionName,
  safeUrl,
  schemaNames,
  secret,
  url,
  urlList,
  wholeNumber,
} from "./env/shapes.ts"
import { siteVariables } from "./env/site.ts"
import { sourceNeeds, sourceVariables } from "./env/sources.ts"

interface Variable {
  /** One or two sentences for the person who sets the variable. */
  meaning: string
  /** Shown in .env.example and in the message about an invalid value. */
  example: string
  /** The default as text; absent if there is none. */
  default?: string
  /** Messages must not repeat the value. */
  secret?: true
  shape: z.ZodType
}

const processVariables = {
  NODE_ENV: {
    meaning: "production disables the development pages and requires the secrets to be set.",
    default: "development",
    example: "production",
    shape: oneOf("development", "production", "test"),
  },
  HOST: {
    meaning: "Address to listen on. 0.0.0.0 accepts connections from other machines.",
    default: "localhost",
    example: "0.0.0.0",
    shape: z.string().regex(/^[\w.:-]+$/, "a host name or an address"),
  },
  PORT: {
    meaning: "Port to listen on; 0 picks any free one.",
    default: "3000",
    example: "3000",
    shape: wholeNumber(0, 65_535),
  },
  PROCESSES: {
    meaning:
      "Number of processes that share the port, or auto for one per core (at most 8). Each has its own DATABASE_POOL.",
    default: "1",
    example: "auto",
    shape: z.union([z.literal("auto"), wholeNumber(1, 64)], "auto, or a whole number from 1 to 64"),
  },
  SITE_URL: {
    meaning: "Public address of the site, used in emails and links. Default: http://localhost with the port.",
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
    meaning: "Lowest log level that is written (to standard output).",
    default: "info",
    example: "debug",
    shape: oneOf("debug", "info", "warn", "error", "silent"),
  },
  LOG_FORMAT: {
    meaning:
      "json for programs that collect logs, text for people. Default: json with NODE_ENV=production, else text.",
    example: "json",
    shape: oneOf("json", "text").optional(),
  },
  METRICS_TOKEN: {
    meaning: "Bearer token that /metrics requires. Generated once in DATA_DIR when not set.",
    example: "a-long-random-text-of-32-characters-or-more",
    secret: true,
    shape: secret.optional(),
  },
  HEARTBEAT_URL: {
    meaning:
      "Address at a monitoring service that alerts you when it is not called. It is called every five minutes while the site is ready.",
    example: "https://monitor.example/ping/4f1c2d3e",
    secret: true,
    shape: safeUrl.optional(),
  },
} satisfies Record<string, Variable>

const dataVariables = {
  DATA_DIR: {
    meaning: "Folder for the embedded database, files of members, generated secrets and the outbox.",
    default: "./data",
    example: "/var/lib/b4m",
    shape: path,
  },
  DATABASE_URL: {
    meaning:
      "PostgreSQL to use, connecting as its owner. Without it the server runs an embedded PostgreSQL in DATA_DIR.",
    example: "postgres://b4m:password@localhost:5432/b4m",
    secret: true,
    shape: url("postgres", "postgresql").optional(),
  },
  DATABASE_DIRECT_URL: {
    meaning:
      "The same database without a pooler, for migrations, locks and notifications. Needed when DATABASE_URL leads to a pooler in transaction mode.",
    example: "postgres://b4m:password@localhost:5432/b4m",
    secret: true,
    shape: url("postgres", "postgresql").optional(),
  },
  DATABASE_READ_URL: {
    meaning:
      "A streaming replica of the database, connecting as the same user, for pages of athletes and anonymous reads. While it is gone or more than a second behind, the database itself is read.",
    example: "postgres://b4m:password@replica:5432/b4m",
    secret: true,
    shape: url("postgres", "postgresql").optional(),
  },
  DATABASE_POOL: {
    meaning: "Maximum number of database connections of this process; of as many again to a replica.",
    default: "15",
    example: "20",
    shape: wholeNumber(5, 500),
  },
  BACKUP_DIR: {
    meaning:
      "Folder for a daily backup of the embedded database and for its archived log, from which any moment can be restored; another disk than DATA_DIR's.",
    example: "/backups/b4m",
    shape: path.optional(),
  },
  BACKUP_KEEP_DAYS: {
    meaning: "Days after which backups in BACKUP_DIR or BACKUP_S3_BUCKET are removed.",
    default: "14",
    example: "30",
    shape: wholeNumber(1, 3650),
  },
  BACKUP_S3_BUCKET: {
    meaning:
      "Bucket of an S3 store for the daily backup and the archived log, encrypted; for a machine without a second disk. BACKUP_DIR, by default a folder in DATA_DIR, is then only where they wait. Needs a key (npm run backup -- --new-key).",
    example: "b4m-backups",
    shape: bucketName.optional(),
  },
  BACKUP_S3_REGION: {
    meaning: "Region of that bucket.",
    default: "us-east-1",
    example: "eu-central-1",
    shape: regionName,
  },
  BACKUP_S3_ENDPOINT: {
    meaning: "Address of the store when it is not Amazon's.",
    example: "https://s3.example",
    shape: url("http", "https").optional(),
  },
  BACKUP_S3_ACCESS_KEY_ID: {
    meaning: "Key of that store. Without it the role is asked that Amazon gave the machine or the container.",
    example: "AKIAIOSFODNN7EXAMPLE",
    shape: z.string().min(3, "the id of an access key").optional(),
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    meaning: "Its secret. Required with BACKUP_S3_ACCESS_KEY_ID.",
    example: "a-secret-access-key-of-forty-characters-x",
    secret: true,
    shape: z.string().min(3, "the secret of the access key").optional(),
  },
  BACKUP_KEY: {
    meaning:
      "Key that encrypts and decrypts the backups in BACKUP_S3_BUCKET. Without it the one in DATA_DIR/backup-key.txt is used.",
    example: "AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ",
    secret: true,
    shape: z
      .string()
      .regex(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/, "the key that npm run backup -- --new-key showed")
      .optional(),
  },
  DEMO: {
    meaning: "Sample athletes train until real members join. Default: on with the embedded database.",
    example: "off",
    shape: oneOf("on", "off").optional(),
  },
} satisfies Record<string, Variable>

const filesVariables = {
  FILES_S3_BUCKET: {
    meaning:
      "Bucket of an S3 store for the files of members, in place of a folder in DATA_DIR. Backups then leave the files out: the store keeps its own.",
    example: "b4m-files",
    shape: bucketName.optional(),
  },
  FILES_S3_REGION: {
    meaning: "Region of that bucket.",
    default: "us-east-1",
    example: "eu-central-1",
    shape: regionName,
  },
  FILES_S3_ENDPOINT: {
    meaning: "Address of the store when it is not Amazon's.",
    example: "https://s3.example",
    shape: url("http", "https").optional(),
  },
  FILES_S3_ACCESS_KEY_ID: {
    meaning: "Key of that store. Without it the role is asked that Amazon gave the machine or the container.",
    example: "AKIAIOSFODNN7EXAMPLE",
    shape: z.string().min(3, "the id of an access key").optional(),
  },
  FILES_S3_SECRET_ACCESS_KEY: {
    meaning: "Its secret. Required with FILES_S3_ACCESS_KEY_ID.",
    example: "a-secret-access-key-of-forty-characters-x",
    secret: true,
    shape: z.string().min(3, "the secret of the access key").optional(),
  },
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: {
    meaning: "Set by Amazon in its containers: where a bucket without a key asks for the container's role.",
    example: "/v2/credentials/2c2f3c3d",
    shape: z.string().startsWith("/", "a path").optional(),
  },
  AWS_CONTAINER_CREDENTIALS_FULL_URI: {
    meaning: "The same as a whole address, which Amazon sets in its clusters.",
    example: "http://169.254.170.23/v1/credentials",
    shape: url("http", "https").optional(),
  },
  AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: {
    meaning: "Set by Amazon with that address: the file with the token that is shown there.",
    example: "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount/eks-pod-identity-token",
    shape: path.optional(),
  },
} satisfies Record<string, Variable>

const backendVariables = {
  SUPABASE_URL: {
    meaning: "Supabase project that serves auth, data, storage and realtime instead of this process.",
    example: "https://abcdefghijklmnop.supabase.co",
    shape: origin.optional(),
  },
  SUPABASE_PUBLISHABLE_KEY: {
    meaning: "Key that browsers send. Required with SUPABASE_URL; otherwise generated once in DATA_DIR.",
    example: "sb_publishable_aaaaaaaaaaaaaaaaaaaaaa_bbbbbbbb",
    shape: z.string().min(20, "a key of at least 20 characters").optional(),
  },
  SUPABASE_SECRET_KEY: {
    meaning:
      "Key with full rights, for servers only. Required with SUPABASE_URL; otherwise generated once in DATA_DIR.",
    example: "sb_secret_aaaaaaaaaaaaaaaaaaaaaa_bbbbbbbb",
    secret: true,
    shape: z.string().min(20, "a key of at least 20 characters").optional(),
  },
  SUPABASE_JWT_SECRET: {
    meaning:
      "Shared secret of tokens: with SUPABASE_URL that of the project, when it does not use signing keys; otherwise the one with which servers of yours sign tokens for this site (docs/conformance.md).",
    example: "a-long-random-text-of-32-characters-or-more",
    secret: true,
    shape: secret.optional(),
  },
  STORAGE_FILE_LIMIT_MB: {
    meaning:
      "Largest file that /storage/v1 accepts, in megabytes, where its bucket does not set a smaller limit.",
    default: "50",
    example: "500",
    shape: wholeNumber(1, 5_000),
  },
  DATA_API_SCHEMAS: {
    meaning: "Database schemas that /rest/v1 exposes, separated by commas; the first one is the default.",
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
    meaning: "on shows callers of /rest/v1 the query plan (explain), for development.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  POSTGREST_URL: {
    meaning:
      "PostgREST 14 or later that answers /rest/v1 instead of this process; keys and tokens are still checked here. Not with SUPABASE_URL.",
    example: "http://localhost:3001",
    shape: origin.optional(),
  },
  POSTGREST_JWT_SECRET: {
    meaning: "PGRST_JWT_SECRET of that PostgREST, used for nothing else. Required with POSTGREST_URL.",
    example: "another-long-random-text-of-32-characters",
    secret: true,
    shape: secret.optional(),
  },
  AUTH_SECRET: {
    meaning:
      "Root of every key that protects tokens and stored credentials. Generated once in DATA_DIR when not set.",
    example: "a-long-random-text-of-32-characters-or-more",
    secret: true,
    shape: secret.optional(),
  },
  OPERATOR_EMAILS: {
    meaning: "Addresses, separated by commas, that become operators once they are confirmed.",
    default: "",
    example: "ana@b4m.example,ben@b4m.example",
    shape: emailList,
  },
  REPLY_ADDRESS: {
    meaning:
      "Where answers to the operators' emails from the inbox go. With RECEIVED_MAIL_TOKEN they arrive in the inbox, and the mailbox must accept a tag after a plus, which names the conversation. Default: the support address.",
    example: "reply@b4m.example",
    shape: z.email().optional(),
  },
} satisfies Record<string, Variable>

const authVariables = {
  AUTH_SIGNUPS: {
    meaning: "off closes sign-up; existing members can still sign in.",
    default: "on",
    example: "off",
    shape: oneOf("on", "off"),
  },
  AUTH_AUTOCONFIRM: {
    meaning: "on accepts addresses without a confirmation email. Nobody becomes an operator that way.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  AUTH_PHONE: {
    meaning: "on accepts phone numbers in addition to addresses, without proof.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  AUTH_LIMITS: {
    meaning:
      "off lifts the limits on emails, sign-ups, codes and refreshes, for tests. Not with NODE_ENV=production.",
    default: "on",
    example: "on",
    shape: oneOf("on", "off"),
  },
  AUTH_OTP_LIFETIME: {
    meaning: "Lifetime of emailed links and codes in seconds.",
    default: "3600",
    example: "900",
    shape: wholeNumber(60, 86_400),
  },
  AUTH_ANONYMOUS: {
    meaning: "on lets visitors start without an address and add one later.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  AUTH_MANUAL_LINKING: {
    meaning: "on lets members link further providers to their account, and unlink them.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  AUTH_PASSWORD_MIN_LENGTH: {
    meaning: "Shortest new password, in characters.",
    default: "6",
    example: "10",
    shape: wholeNumber(6, 64),
  },
  AUTH_PASSWORD_CHARACTERS: {
    meaning:
      "Kinds of characters, separated by commas, of which a new password needs one each: lower, upper, digits, symbols.",
    default: "",
    example: "lower,digits",
    shape: passwordCharacters,
  },
  AUTH_COMMON_PASSWORDS: {
    meaning: "on accepts the 10,000 most common leaked passwords too.",
    default: "off",
    example: "off",
    shape: oneOf("on", "off"),
  },
  AUTH_REDIRECT_ALLOW_LIST: {
    meaning: "Further addresses, separated by commas, that a sign-in may return to; * and ** are wildcards.",
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
  AUTH_APPLE_CLIENT_ID: {
    meaning: "Sign-in with Apple: the identifier of the Services ID, together with the next three.",
    example: "example.b4m.site",
    shape: z.string().optional(),
  },
  AUTH_APPLE_TEAM_ID: {
    meaning: "The team's identifier at Apple.",
    example: "A1B2C3D4E5",
    shape: z.string().optional(),
  },
  AUTH_APPLE_KEY_ID: {
    meaning: "The identifier of the key for Sign in with Apple.",
    example: "F6G7H8J9K0",
    shape: z.string().optional(),
  },
  AUTH_APPLE_KEY_FILE: {
    meaning: "That key: the file .p8 as it was downloaded.",
    example: "/etc/b4m/AuthKey_F6G7H8J9K0.p8",
    shape: path.optional(),
  },
  AUTH_OIDC_ISSUER: {
    meaning:
      "Sign-in with any provider of OpenID Connect: its issuer, exactly as it writes it, together with the next three. The provider must say that an address is verified.",
    example: "https://login.club.example",
    shape: safeUrl.optional(),
  },
  AUTH_OIDC_CLIENT_ID: {
    meaning: "Client id at that provider.",
    example: "b4m",
    shape: z.string().optional(),
  },
  AUTH_OIDC_SECRET: {
    meaning: "Client secret at that provider.",
    example: "a-secret-of-the-provider",
    secret: true,
    shape: z.string().optional(),
  },
  AUTH_OIDC_NAME: {
    meaning: "What people read on its button: Continue with ...",
    example: "Club Login",
    shape: z.string().min(1, "a name").max(40, "a name of at most 40 characters").optional(),
  },
} satisfies Record<string, Variable>

const mailVariables = {
  SMTP_URL: {
    meaning: "Email server. Without it every email is written as an .eml file to DATA_DIR/outbox.",
    example: "smtps://user:password@smtp.example:465",
    secret: true,
    shape: url("smtp", "smtps").optional(),
  },
  MAIL_FROM: {
    meaning: "Sender of every email. Required with SMTP_URL.",
    default: "B4M <no-reply@b4m.example>",
    example: "B4M <hello@b4m.example>",
    shape: mailbox,
  },
  MAIL_DKIM_SELECTOR: {
    meaning:
      "Name of the email provider's signing key, for the sending check: the first part of <selector>._domainkey.",
    example: "s1",
    shape: z
      .string()
      .regex(/^[\w.-]{1,63}$/)
      .optional(),
  },
  MAIL_SPF: {
    meaning: "What the email provider wants in the SPF record, for the sending check.",
    example: "include:_spf.provider.example",
    shape: z
      .string()
      .regex(/^[\w:./-]{1,200}$/)
      .optional(),
  },
  DNS_SERVER: {
    meaning: "Name server that the sending check asks. Default: the machine's own.",
    example: "9.9.9.9",
    shape: z
      .string()
      .regex(/^[\w.:[\]]{2,60}$/)
      .optional(),
  },
  RECEIVED_MAIL_TOKEN: {
    meaning:
      "Bearer token with which the email provider posts mails to REPLY_ADDRESS to /webhooks/received-mail; disabled without it.",
    example: "a-long-random-text-of-32-characters-or-more",
    secret: true,
    shape: secret.optional(),
  },
  RECEIVED_MAIL_SERVER: {
    meaning:
      "Name by which the email provider signs its SPF, DKIM and DMARC results (Authentication-Results). Without it they are not shown, because a sender could forge them.",
    example: "mx.provider.example",
    shape: z
      .string()
      .regex(/^[\w.-]{1,253}$/)
      .optional(),
  },
  MAIL_EVENTS_TOKEN: {
    meaning: "Bearer token for bounce and complaint reports at /webhooks/mail-events; disabled without it.",
    example: "a-long-random-text-of-32-characters-or-more",
    secret: true,
    shape: secret.optional(),
  },
} satisfies Record<string, Variable>

const embedVariables = {
  EMBEDS: {
    meaning:
      "Frames of other services in place of built-in forms and reports: slot=frame address, followed by a space and a script address if needed; separated by commas.",
    default: "",
    example:
      "home-newsletter=https://forms.example/embed/1 https://forms.example/embed.js,leaderboard-full=https://reports.example/2",
    shape: embeds,
  },
} satisfies Record<string, Variable>

const captchaVariables = {
  CAPTCHA: {
    meaning:
      "Service that checks that form senders are human: turnstile (Cloudflare) or hcaptcha. Disabled without it.",
    example: "turnstile",
    shape: oneOf("turnstile", "hcaptcha").optional(),
  },
  CAPTCHA_SITE_KEY: {
    meaning: "The service's site key, for browsers.",
    example: "0x4AAAAAAAAaaaaaaaaaaaaa",
    shape: z
      .string()
      .regex(/^[\w-]+$/, "the site key of the service")
      .optional(),
  },
  CAPTCHA_SECRET: {
    meaning: "The service's secret key, for this server.",
    example: "0x4AAAAAAAAaaaaaaaaaaaaaaaaaaaaaaaaa",
    secret: true,
    shape: z.string().min(8, "the secret key of the service").optional(),
  },
} satisfies Record<string, Variable>

const paymentVariables = {
  STRIPE_SECRET_KEY: {
    meaning:
      "Key of the Stripe account that receives payments; sk_test_… moves no money. Without it no real payment is made.",
    example: "sk_live_0123456789abcdefghijklmn",
    secret: true,
    shape: z
      .string()
      .regex(/^(sk|rk)_(live|test)_\w{8,}$/, "a secret or restricted key (sk_… or rk_…)")
      .optional(),
  },
  STRIPE_WEBHOOK_SECRET: {
    meaning:
      "Signing secret of the webhook endpoint SITE_URL/webhooks/stripe, from Stripe's dashboard. Required in production.",
    example: "whsec_0123456789abcdefghijklmn",
    secret: true,
    shape: z
      .string()
      .regex(/^whsec_\S{8,}$/, "the signing secret of the endpoint (whsec_…)")
      .optional(),
  },
  PUSH_STAND_IN: {
    meaning:
      "The origin of a push service for tests; not in production. Without it push needs a SITE_URL with https.",
    example: "http://127.0.0.1:4100",
    shape: origin.optional(),
  },
  STRIPE_API_BASE: {
    meaning: "Another address that speaks Stripe's API, for tests; Stripe's own by default.",
    example: "http://localhost:12111",
    shape: origin.optional(),
  },
  STRIPE_AUTOMATIC_TAX: {
    meaning: "on lets Stripe calculate sales tax for services; this must be set up at Stripe first.",
    default: "off",
    example: "on",
    shape: oneOf("on", "off"),
  },
  PAYMENTS_SANDBOX: {
    meaning:
      "on provides a test checkout in which no money moves. Default: on without STRIPE_SECRET_KEY, but off in production.",
    example: "off",
    shape: oneOf("on", "off").optional(),
  },
} satisfies Record<string, Variable>

/** Every variable under its heading in .env.example. */
export const variableGroups = {
  Site: siteVariables,
  Process: processVariables,
  Data: dataVariables,
  Files: filesVariables,
  "Accounts and data service": backendVariables,
  "Signing in": authVariables,
  Mail: mailVariables,
  "Embedded services": embedVariables,
  Payments: paymentVariables,
  Captcha: captchaVariables,
  "Training services": sourceVariables,
}

const variables = {
  ...siteVariables,
  ...processVariables,
  ...dataVariables,
  ...filesVariables,
  ...backendVariables,
  ...authVariables,
  ...mailVariables,
  ...embedVariables,
  ...paymentVariables,
  ...captchaVariables,
  ...sourceVariables,
}

type Variables = typeof variables

/** Validated settings by variable name. Optional settings that are not set are undefined. */
export type Env = { readonly [Name in keyof Variables]: z.output<Variables[Name]["shape"]> }

/** A setting that prevents the server from starting. `message` is one sentence for the person who runs it. */
export class SettingError extends Error {
  readonly code = "invalid_setting"
}

/** The log format: LOG_FORMAT, or if that is not set, the one suited to the environment. */
export function logFormat({ LOG_FORMAT, NODE_ENV }: Pick<Env, "LOG_FORMAT" | "NODE_ENV">): "json" | "text" {
  return LOG_FORMAT ?? (NODE_ENV === "production" ? "json" : "text")
}

/**
 * Reads and validates every variable in `source`; an empty value counts as unset. Throws SettingError naming the first
 * invalid variable, the reason and an example.
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
  if (env.SUPABASE_URL)
    needs("SUPABASE_URL", ["DATABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"])
  if (env.DATABASE_DIRECT_URL) needs("DATABASE_DIRECT_URL", ["DATABASE_URL"])
  if (env.DATABASE_READ_URL) needs("DATABASE_READ_URL", ["DATABASE_URL"])
  if (env.FILES_S3_ENDPOINT || env.FILES_S3_ACCESS_KEY_ID) needs("A setting of FILES_S3", ["FILES_S3_BUCKET"])
  if (env.FILES_S3_ACCESS_KEY_ID) needs("FILES_S3_ACCESS_KEY_ID", ["FILES_S3_SECRET_ACCESS_KEY"])
  if (env.BACKUP_S3_ENDPOINT || env.BACKUP_S3_ACCESS_KEY_ID)
    needs("A setting of BACKUP_S3", ["BACKUP_S3_BUCKET"])
  if (env.BACKUP_S3_ACCESS_KEY_ID) needs("BACKUP_S3_ACCESS_KEY_ID", ["BACKUP_S3_SECRET_ACCESS_KEY"])
  if (env.POSTGREST_URL) needs("POSTGREST_URL", ["POSTGREST_JWT_SECRET"])
  if (
    env.POSTGREST_JWT_SECRET &&
    [env.SUPABASE_JWT_SECRET, env.AUTH_SECRET].includes(env.POSTGREST_JWT_SECRET)
  )
    throw new SettingError(
      "POSTGREST_JWT_SECRET must differ from every other secret, for example the output of openssl rand -hex 32",
    )
  if (env.AUTH_LIMITS === "off" && env.NODE_ENV === "production")
    throw new SettingError("AUTH_LIMITS must be on when NODE_ENV=production, for example AUTH_LIMITS=on")
  if (env.AUTH_GOOGLE_CLIENT_ID) needs("AUTH_GOOGLE_CLIENT_ID", ["AUTH_GOOGLE_SECRET"])
  if (env.AUTH_GITHUB_CLIENT_ID) needs("AUTH_GITHUB_CLIENT_ID", ["AUTH_GITHUB_SECRET"])
  if (env.AUTH_APPLE_CLIENT_ID)
    needs("AUTH_APPLE_CLIENT_ID", ["AUTH_APPLE_TEAM_ID", "AUTH_APPLE_KEY_ID", "AUTH_APPLE_KEY_FILE"])
  if (env.AUTH_OIDC_ISSUER)
    needs("AUTH_OIDC_ISSUER", ["AUTH_OIDC_CLIENT_ID", "AUTH_OIDC_SECRET", "AUTH_OIDC_NAME"])
  if (env.CAPTCHA) needs("CAPTCHA", ["CAPTCHA_SITE_KEY", "CAPTCHA_SECRET"])
  for (const [name, others] of sourceNeeds) if (env[name]) needs(name, others)
  if (env.SOURCES_SANDBOX && env.NODE_ENV === "production")
    throw new SettingError(
      "SOURCES_SANDBOX must not be set when NODE_ENV=production, for example SOURCES_SANDBOX=",
    )
  if (env.PUSH_STAND_IN && env.NODE_ENV === "production")
    throw new SettingError(
      "PUSH_STAND_IN must not be set when NODE_ENV=production, for example PUSH_STAND_IN=",
    )
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
