import { Hono } from "hono"
import type { ApiScope } from "#content/api.ts"
import { apiScopeNames } from "#content/api.ts"
import { type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { makeToken } from "#domain/members/personal-tokens.ts"
import type { World } from "#domain/world.ts"
import { createApiV1 } from "#server/http/api-v1/app.ts"
import type { AppEnv } from "#server/http/context.ts"
import { createRateLimits } from "#server/http/guard/rate-limits.ts"
import { type AthleteOptions, addAthlete } from "./competition.ts"
import type { TestWorld } from "./world.ts"

export interface ApiAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  body: any
}

export interface TestApi {
  boards: Boards
  get(path: string, token?: string | null, headers?: Record<string, string>): Promise<ApiAnswer>
  send(path: string, request: RequestInit & { token?: string }): Promise<ApiAnswer>
  /** Answers requests of other clients. */
  fetch(request: Request): Promise<Response>
  close(): void
}

/** /api/v1 of a world, called without a network. */
export async function openApi({ world, log }: TestWorld): Promise<TestApi> {
  const boards = createBoards(world)
  await boards.open()
  const rateLimits = createRateLimits({ db: world.db, log, hashKey: "k".repeat(32), patienceMs: 60_000 })
  const app = new Hono<AppEnv>()
  app.use((c, next) => {
    c.set("requestId", "test-request")
    c.set("clientAddress", "203.0.113.9")
    return next()
  })
  app.route("/", createApiV1({ world, boards, rateLimits }).hono)
  const send: TestApi["send"] = async (path, { token, headers, ...request }) => {
    const response = await app.request(`/api/v1${path}`, {
      ...request,
      headers: {
        ...(headers as Record<string, string>),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    })
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json().catch(() => null),
    }
  }
  return {
    boards,
    send,
    get: (path, token, headers = {}) => send(path, { headers, ...(token ? { token } : {}) }),
    fetch: async (request) => app.fetch(request),
    close: () => boards.close(),
  }
}

/** A member with an account and a token. */
export async function memberWithToken(
  world: World,
  {
    name,
    scopes = apiScopeNames,
    ...options
  }: AthleteOptions & { name: string; scopes?: readonly ApiScope[] },
): Promise<{ athlete: number; userId: string; slug: string; token: string }> {
  const athlete = await addAthlete(world, { ...options, name, email: `${name.toLowerCase()}@example.com` })
  const [row] = (await world.db.sql<{ userId: string; slug: string }>`
    select user_id as "userId", slug from athletes where id = ${athlete}`) as [
    { userId: string; slug: string },
  ]
  return { athlete, ...row, token: await tokenOf(world, row.userId, scopes) }
}

/** A new token of an account. */
export async function tokenOf(
  world: World,
  userId: string,
  scopes: readonly ApiScope[] = apiScopeNames,
): Promise<string> {
  const made = await makeToken(world, {
    userId,
    provenAt: world.now(),
    name: "Test",
    scopes: [...scopes],
    days: 30,
  })
  if (!made.ok) throw new Error(made.code)
  return made.value.token
}
