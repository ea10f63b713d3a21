import { readFileSync } from "node:fs"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import { hasPostgrest, type RunningPostgrest, startPostgrest } from "../support/postgrest.ts"
import type { LocalServer } from "../support/server.ts"
import { forms } from "./differential/forms.ts"
import { type Answered, knownDifferences } from "./differential/known.ts"
import { type Asked, queries } from "./differential/queries.ts"

/** The same requests in every run; change it to look elsewhere. */
const seed = 20261122
const most = 2_000
/** So many suffice once every known difference has been met. */
const least = 500

describe.runIf(hasPostgrest)(
  "the same requests to this Data API and to PostgREST 12.0.2, on one database",
  () => {
    let own: LocalServer
    let postgrest: RunningPostgrest
    let front: LocalServer

    beforeAll(async () => {
      own = await startArena({ aggregates: true })
      const databaseUrl = own.databaseUrl
      postgrest = await startPostgrest({ databaseUrl, schemas: ["arena"], aggregates: true })
      front = await startArena({ postgrest })
    })
    afterAll(async () => {
      await front.close()
      await postgrest.close()
      await own.close()
    })

    test("every difference is known", async () => {
      const found = new Map<string, number>()
      const unknown: unknown[] = []
      for (const [sent, asked] of fc.sample(queries, { seed, numRuns: most }).entries()) {
        if (sent >= least && found.size === knownDifferences.length) break
        const [ours, theirs] = await askBoth(asked)
        if (JSON.stringify(ours) === JSON.stringify(theirs)) continue
        const known = knownDifferences.find(({ when }) => when(asked, ours, theirs))
        if (known) found.set(known.name, (found.get(known.name) ?? 0) + 1)
        else unknown.push({ asked, ours, theirs })
      }
      expect(unknown).toEqual([])
      // A difference that no longer exists must be removed from the list.
      expect([...found.keys()].toSorted()).toEqual(knownDifferences.map(({ name }) => name).toSorted())
    })

    test.each(forms.map((asked) => [lineOf(asked), asked] as const))("%s", async (_line, asked) => {
      const [ours, theirs] = await askBoth(asked)
      expect(ours).toEqual(theirs)
    })

    async function askBoth(asked: Asked): Promise<[ours: Answered, theirs: Answered]> {
      const isRead = asked.method === "GET" || asked.method === "HEAD"
      if (isRead) return Promise.all([ask(own, asked), ask(front, asked)])
      return [await ask(own, asked), await ask(front, asked)]
    }
  },
)

test("docs/conformance.md gives the reason for every known difference", () => {
  const page = readFileSync(new URL("../../../docs/conformance.md", import.meta.url), "utf8")
  const missing = knownDifferences.filter(({ name }) => !page.includes(`| ${name} |`)).map(({ name }) => name)
  expect(missing).toEqual([])
})

function lineOf({ method, path, query, headers, body }: Asked): string {
  const address = [path, query.map((pair) => pair.join("=")).join("&")].filter(Boolean).join("?")
  const more = [headers.accept, headers.prefer].filter((one) => one && one !== "application/json")
  return [method, address, ...more, body === undefined ? "" : JSON.stringify(body)].filter(Boolean).join(" ")
}

async function ask(server: LocalServer, { method, path, query, headers, body }: Asked): Promise<Answered> {
  const answer = await server.gateway.app.request(
    `http://gateway.test/rest/v1${path}?${new URLSearchParams(query)}`,
    {
      method,
      headers: { apikey: server.keys.publishable, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  )
  const text = await answer.text()
  const said = parsed(text)
  const code = answer.status >= 300 ? ((said as { code?: string } | null)?.code ?? null) : null
  return {
    status: answer.status,
    code,
    body: answer.status >= 300 ? null : normalized(said, path === "/athletes" && method === "POST"),
    range: answer.headers.get("content-range"),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Rows in a normalized order, because both servers may choose theirs, and without ids just taken from a sequence. */
function normalized(value: unknown, withoutIds: boolean): unknown {
  if (Array.isArray(value)) {
    const all = value.map((one) => normalized(one, withoutIds))
    return all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value)
    .filter(([name, one]) => !(withoutIds && (name === "id" || name === "renamed") && Number(one) > 100))
    .map(([name, one]) => [name, normalized(one, withoutIds)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
