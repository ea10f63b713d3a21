import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import type { LocalServer } from "../support/server.ts"

/** A proxy between client and server that breaks the first requests, like a restart or a lost connection. */
interface Flaky {
  url: string
  /** Statuses to respond with before requests pass; 0 drops the connection. */
  breakWith(...statuses: number[]): void
  attempts(): string[]
  close(): void
}

let server: LocalServer
let flaky: Flaky

beforeAll(async () => {
  server = await startArena()
  flaky = await standBefore(server.url)
})
afterAll(async () => {
  flaky.close()
  await server.close()
})

async function standBefore(target: string): Promise<Flaky> {
  let breaks: number[] = []
  let seen: string[] = []
  const proxy = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.headers["x-retry-count"] ?? "0"}`)
    const next = breaks.shift()
    if (next === 0) return void request.socket.destroy()
    if (next) return void response.writeHead(next, { "retry-after": "0" }).end("{}")
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await fetch(target + request.url, {
      method: request.method ?? "GET",
      headers: Object.fromEntries(
        Object.entries(request.headers).filter(
          ([name]) => name !== "connection" && name !== "content-length",
        ),
      ) as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    response
      .writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
      .end(await answer.text())
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    breakWith(...statuses) {
      breaks = statuses
      seen = []
    },
    attempts: () => seen,
    close: () => proxy.close(),
  }
}

const client = () =>
  createClient(flaky.url, server.keys.publishable, {
    db: { schema: "arena" },
    auth: { persistSession: false },
  })

test("retry: a read is repeated after 503 and after a lost connection", async () => {
  flaky.breakWith(503, 0)
  const { data, error } = await client().from("clubs").select("name").eq("id", 1).single()
  expect(error).toBeNull()
  expect(data).toEqual({ name: "Harriers" })
  expect(flaky.attempts()).toEqual(["GET 0", "GET 1", "GET 2"])
})

test("retry: a write is never repeated", async () => {
  flaky.breakWith(503)
  const { status } = await client().from("clubs").insert({ id: 70, name: "Once" })
  expect([status, flaky.attempts()]).toEqual([503, ["POST 0"]])
  expect(await server.db.query("select id from arena.clubs where id = 70")).toEqual([])
})

test("retry: can be switched off", async () => {
  flaky.breakWith(503)
  const { status } = await client().from("clubs").select().retry(false)
  expect([status, flaky.attempts()]).toEqual([503, ["GET 0"]])
})
