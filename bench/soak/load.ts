import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"

/** One kind of request of the mixed load. Resolves to the status; the body has been read. */
type Act = (from: HeadersInit) => Promise<number>

/** The results of one kind of request. */
export interface Met {
  ms: number[]
  /** How often each status was returned; 0 for a failed connection. */
  statuses: Map<number, number>
}

const password = "a long enough passphrase 7"

/** Typical requests of visitors, members and programs, by name. `board` is the slug of an open board. */
export function acts(url: string, key: string, board: string): Record<string, Act> {
  const call = async (path: string, init: RequestInit, from: HeadersInit) => {
    const response = await fetch(url + path, {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, ...from },
    })
    await response.arrayBuffer()
    return response.status
  }
  const json = { apikey: key, "content-type": "application/json" }
  const post = (path: string, body: object, from: HeadersInit) =>
    call(path, { method: "POST", headers: json, body: JSON.stringify(body) }, from)
  return {
    "static page": (from) => call("/about", {}, from),
    "live page": (from) => call("/leaderboard", {}, from),
    "page that is not there": (from) => call(`/nothing-${randomUUID()}`, {}, from),
    "data API": (from) => call("/rest/v1/boards?select=slug&limit=10", { headers: { apikey: key } }, from),
    "account made": (from) =>
      post(
        "/auth/v1/signup",
        { email: `${randomUUID()}@soak.example`, password, data: { full_name: "Soak" } },
        from,
      ),
    "wrong password": (from) =>
      post("/auth/v1/token?grant_type=password", { email: `${randomUUID()}@soak.example`, password }, from),
    "form that is refused": (from) =>
      call("/events", { method: "POST", body: new URLSearchParams({ form: "event-sunrise-run" }) }, from),
    async "live board, left"(from) {
      const leaving = new AbortController()
      const response = await fetch(`${url}/boards/${board}/live`, {
        headers: from,
        signal: leaving.signal,
      })
      await sleep(200)
      leaving.abort()
      return response.status
    },
  }
}

const costly = new Set(["account made", "wrong password"])

/**
 * Repeats each kind in turn from `people` concurrent callers until `until` (performance.now()), each request from a
 * different network.
 */
export async function load(
  kinds: Record<string, Act>,
  { people, until }: { people: number; until: number },
): Promise<Map<string, Met>> {
  const met = new Map(Object.keys(kinds).map((kind) => [kind, { ms: [], statuses: new Map() } as Met]))
  let turn = 0
  const person = async () => {
    const all = Object.entries(kinds)
    // Hashing a password takes as long as a hundred pages, and is requested a hundred times less often.
    const light = all.filter(([kind]) => !costly.has(kind))
    while (performance.now() < until) {
      const n = turn++
      const among = n % 25 === 0 ? all : light
      const [kind, act] = among[Math.floor(n / (n % 25 === 0 ? 25 : 1)) % among.length] ?? []
      const seen = met.get(kind ?? "")
      if (!act || !seen) throw new Error("There is nothing to do")
      const began = performance.now()
      const from = { "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
      const status = await act(from).catch(() => 0)
      seen.ms.push(performance.now() - began)
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: people }, person))
  return met
}
