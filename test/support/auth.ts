import { EventEmitter } from "node:events"
import { AuthClient, type GoTrueClientOptions } from "@supabase/supabase-js"
import { renderMail } from "#domain/mail-layout.ts"
import { type AuthConfig, type AuthOptions, withoutLimits } from "#platform/auth/options.ts"
import { answerTo, type HashTask } from "#platform/auth/passwords/hash-task.ts"
import { createPasswordHasher } from "#platform/auth/passwords/hasher.ts"
import { createProviders } from "#platform/auth/providers/find.ts"
import { type AuthService, createAuth } from "#platform/auth/service.ts"
import type { MailMessage } from "#ports/mail.ts"
import { createTestWorld, type TestWorld } from "./world.ts"

/** Without delays that would only slow tests down. */
export const unlimited: Partial<AuthConfig> = { ...withoutLimits, equalTimeMs: 0, passwordCost: 4 }

export const testKeys = {
  publishable: "sb_publishable_test_aaaaaaaaaaaaaaaa",
  secret: "sb_secret_test_bbbbbbbbbbbbbbbbbbbb",
  legacySecret: "a-shared-secret-of-the-older-kind-0123456789",
}

export interface TestAuth {
  test: TestWorld
  service: AuthService
  /** Sends one request to the app from address `from`; objects are sent as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** The official client, as in one browser. */
  client(options?: Partial<GoTrueClientOptions>): InstanceType<typeof AuthClient>
  /** A confirmed account, created by an administrator, and its first session. */
  member(email: string, password?: string): Promise<Member>
  /** Opens another session for an account. */
  signIn(email: string, password?: string, options?: Omit<CallOptions, "body">): Promise<Session>
  /** Sends a request with different settings, which apply only to this call. */
  under(settings: Partial<AuthConfig>, ask: () => Promise<Answer>): Promise<Answer>
  /** The latest mail to an address. Throws when there is none. */
  mailTo(address: string): MailMessage
  close(): Promise<void>
}

export const testPassword = "a password of Tests 1"

export interface Session {
  access_token: string
  refresh_token: string
  user: { id: string; email: string }
}

export interface Member {
  id: string
  email: string
  session: Session
}

export interface CallOptions {
  body?: unknown
  token?: string
  headers?: Record<string, string>
  /** The visitor's address; default 192.0.2.1. */
  from?: string
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects.
  json: any
}

export async function createTestAuth(
  config: Partial<AuthConfig> = {},
  options: Partial<AuthOptions> = {},
): Promise<TestAuth> {
  const test = await createTestWorld()
  const { world } = test
  const settings = { ...unlimited, ...config }
  const service = createAuth({
    db: world.db,
    mail: world.mail,
    now: world.now,
    log: world.log,
    siteUrl: world.settings.siteUrl,
    authSecret: "a-secret-for-tests-of-at-least-32-characters",
    keys: testKeys,
    brand: { name: "Test Site", renderMail },
    clientAddress: (c) => c.req.header("x-test-address") ?? "192.0.2.1",
    hasher: createPasswordHasher(settings.passwordCost ?? 4, 1, hashHere),
    ...options,
    config: settings,
  })

  async function call(method: string, path: string, given: CallOptions = {}): Promise<Answer> {
    const headers = new Headers(given.headers)
    if (given.token) headers.set("authorization", `Bearer ${given.token}`)
    if (given.from) headers.set("x-test-address", given.from)
    const raw = typeof given.body === "string" || given.body instanceof Uint8Array
    const body = given.body === undefined || raw ? given.body : JSON.stringify(given.body)
    if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json")
    const response = await service.app.request(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as BodyInit }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  }

  const signIn: TestAuth["signIn"] = async (email, password = testPassword, given = {}) => {
    const answer = await call("POST", "/token?grant_type=password", { ...given, body: { email, password } })
    if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status} ${answer.text}`)
    return answer.json as Session
  }

  return {
    test,
    service,
    call,
    signIn,
    async member(email, password = testPassword) {
      const made = await call("POST", "/admin/users", {
        token: testKeys.secret,
        body: { email, password, email_confirm: true },
      })
      if (made.status !== 200) throw new Error(`Creating a member answered ${made.status} ${made.text}`)
      return { id: made.json.id as string, email, session: await signIn(email, password) }
    },
    async under(changes, ask) {
      const { auth } = service
      const { config, providers } = auth
      const before = { ...config }
      Object.assign(config, changes)
      if (changes.providers) auth.providers = createProviders(changes.providers, auth.now)
      try {
        return await ask()
      } finally {
        Object.assign(config, before)
        auth.providers = providers
      }
    },
    client: (given = {}) =>
      new AuthClient({
        url: `${world.settings.siteUrl}/auth/v1`,
        autoRefreshToken: false,
        persistSession: true,
        storage: memoryStorage(),
        fetch: (input, init) => {
          const url = new URL(String(input))
          return Promise.resolve(
            service.app.request(url.pathname.replace("/auth/v1", "") + url.search, init as RequestInit),
          )
        },
        ...given,
      }),
    mailTo(address) {
      const mail = test.mails.findLast((one) => one.to === address)
      if (!mail) throw new Error(`No mail to ${address}`)
      return mail
    },
    async close() {
      await service.close()
      await test.close()
    },
  }
}

/**
 * Hashes in the calling thread, because a thread takes longer to start than the few cheap hashes of a test, and on a
 * busy machine waits behind everything else. The threads are tested separately (platform/auth/passwords).
 */
function hashHere() {
  const events = new EventEmitter()
  return Object.assign(events, {
    ref() {},
    unref() {},
    postMessage: (task: HashTask) => setImmediate(() => events.emit("message", answerTo(task))),
    terminate: async () => 0,
  })
}

/** The six-digit code in a mail. */
export function codeIn(mail: MailMessage): string {
  const code = /code: (\d{6})/.exec(mail.text)?.[1]
  if (!code) throw new Error("The mail has no code")
  return code
}

/** Path and query of the link in a mail, relative to /auth/v1. */
export function linkIn(mail: MailMessage): string {
  const link = /^\S+\/auth\/v1(\/verify\S+)$/m.exec(mail.text)?.[1]
  if (!link) throw new Error("The mail has no link")
  return link
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
