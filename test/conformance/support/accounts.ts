import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { serve } from "@hono/node-server"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { renderMail } from "#domain/mail-layout.ts"
import type { AuthConfig } from "#platform/auth/options.ts"
import { type AuthService, createAuth } from "#platform/auth/service.ts"
import { createGateway, type Gateway } from "#platform/gateway.ts"
import type { MailMessage } from "#ports/mail.ts"
import { unlimited } from "#test/support/auth.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { testKeys } from "./server.ts"

/** Our accounts behind our gateway on a real port, on the real clock. */
export interface Accounts {
  url: string
  test: TestWorld
  auth: AuthService
  /** The official client as in one browser, with its own storage. */
  client(options?: { key?: string; flowType?: "pkce" | "implicit" }): SupabaseClient
  /** With the secret key. */
  admin(): SupabaseClient
  mailTo(address: string): MailMessage
  /** Opens the link in the latest mail to an address as a browser does; returns the redirect target. */
  openMail(address: string): Promise<URL>
  close(): Promise<void>
}

/**
 * `project` true: a second gateway stands in front and treats the first as the Supabase project that serves it,
 * and clients speak to the second.
 */
export async function startAccounts(
  config: Partial<AuthConfig> = {},
  { project = false }: { project?: boolean } = {},
): Promise<Accounts> {
  const test = await createTestWorld({ now: new Date() })
  const { world, database } = test
  const inner = await listen()
  const auth = createAuth({
    db: world.db,
    mail: world.mail,
    now: () => new Date(),
    log: world.log,
    siteUrl: inner.url,
    authSecret: "a-secret-for-tests-of-at-least-32-characters",
    keys: testKeys,
    brand: { name: "Test Site", renderMail },
    config: { ...unlimited, ...config },
  })
  const gateway = createGateway({
    keys: testKeys,
    backend: { kind: "local", database: database.db, auth },
    log: world.log,
  })
  inner.answer(gateway)
  const outer = project ? await listen() : null
  const front = outer
    ? createGateway({
        keys: { publishable: "sb_publishable_front_0000000000", secret: "sb_secret_front_0000000000000000" },
        backend: { kind: "project", url: inner.url, keys: testKeys },
        log: world.log,
      })
    : null
  if (outer && front) outer.answer(front)
  await Promise.all([gateway.ready, front?.ready])
  const { url } = outer ?? inner

  const client: Accounts["client"] = ({ key = testKeys.publishable, flowType = "implicit" } = {}) =>
    createClient(url, key, {
      auth: {
        storage: memoryStorage(),
        autoRefreshToken: false,
        persistSession: true,
        flowType,
        experimental: { recoveryCodes: true },
      },
    })
  const mailTo = (address: string) => {
    const mail = test.mails.findLast((one) => one.to === address)
    if (!mail) throw new Error(`No mail to ${address}`)
    return mail
  }
  return {
    url,
    test,
    auth,
    client,
    admin: () => client({ key: testKeys.secret }),
    mailTo,
    async openMail(address) {
      const link = /^\S+\/auth\/v1\/verify\S+$/m.exec(mailTo(address).text)?.[0] ?? ""
      const response = await fetch(link, { redirect: "manual" })
      return new URL(response.headers.get("location") ?? "")
    },
    async close() {
      await outer?.close()
      await front?.close()
      await inner.close()
      await gateway.close()
      await auth.close()
      await test.close()
    },
  }
}

/** A port whose gateway is set later, because the service must know its own address first. */
async function listen() {
  let gateway: Gateway | undefined
  const server = serve({
    fetch: (request, env) => gateway?.app.fetch(request, env) ?? new Response(null, { status: 503 }),
    port: 0,
    hostname: "127.0.0.1",
  }) as Server
  await new Promise((resolve) => server.once("listening", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(given: Gateway) {
      gateway = given
    },
    close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      return closed
    },
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
