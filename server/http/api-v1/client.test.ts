/** A client that is generated from the description alone: its types are checked by the compiler, and its requests are answered. */
import { execFile } from "node:child_process"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import openapiTS from "openapi-typescript"
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { memberWithToken, openApi, type TestApi } from "#test/support/api.ts"
import { createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"

const root = join(import.meta.dirname, "../../..")
// Inside the project, so that the client finds its library.
const folder = join(root, ".cache", `api-client-${process.pid}`)

const client = `
import createClient from "openapi-fetch"
import type { paths } from "./description.ts"

export async function use(fetch: (request: Request) => Promise<Response>, token: string) {
  const visitor = createClient<paths>({ baseUrl: "http://b4m.test", fetch })
  const own = createClient<paths>({ baseUrl: "http://b4m.test", fetch, headers: { authorization: \`Bearer \${token}\` } })
  const boards = await visitor.GET("/api/v1/boards")
  const first = await visitor.GET("/api/v1/boards/{board}", {
    params: { path: { board: "last-14-days" }, query: { limit: 1 } },
  })
  const names: string[] = (first.data?.rows ?? []).flatMap((row) => row.athlete?.name ?? [])
  const points: (number | null)[] = (first.data?.rows ?? []).map((row) => row.points)
  const next: string | null = first.data?.next ?? null
  const second = await visitor.GET("/api/v1/boards/{board}", {
    params: { path: { board: "last-14-days" }, query: { limit: 1, ...(next ? { cursor: next } : {}) } },
  })
  const wrong = await visitor.GET("/api/v1/seasons/{season}", { params: { path: { season: "nothing" } } })
  const code: string | undefined = wrong.error?.code
  const me = await own.GET("/api/v1/me")
  const uploaded = await own.POST("/api/v1/me/activities", {
    params: { query: { name: "run.gpx" } },
    body: "<gpx/>",
    bodySerializer: (body) => body,
    headers: { "content-type": "application/octet-stream" },
  })
  const importId: string | undefined = uploaded.data?.import
  // @ts-expect-error the description has no such address
  await visitor.GET("/api/v1/nothing").catch(() => {})
  // @ts-expect-error rows have no email addresses
  void first.data?.rows[0]?.email
  return { boards: boards.data?.boards.length ?? 0, names, points, next, second: second.data, code, me: me.data, importId }
}
`

let t: TestWorld
let api: TestApi
beforeAll(async () => {
  t = await createCompetitionWorld()
  api = await openApi(t)
  await mkdir(folder, { recursive: true })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  api.close()
  await t.close()
})

test("a client generated from the description compiles, reads boards and pages, and uploads", async () => {
  const { body: description } = await api.get("/openapi.json")
  await writeFile(join(folder, "description.ts"), await openapiTS(description))
  await writeFile(join(folder, "client.ts"), client)
  const compiler = join(root, "node_modules/typescript-compiler/bin/tsc")
  const options =
    "--ignoreConfig --noEmit --strict --skipLibCheck --target esnext --module nodenext --types node".split(
      " ",
    )
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[compiler, ...options, "--allowImportingTsExtensions", join(folder, "client.ts")],
  ]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe("")

  const ana = await memberWithToken(t.world, { name: "Ana" })
  const ben = await memberWithToken(t.world, { name: "Ben" })
  const length = { kind: "hiit" as const, distanceM: 0 }
  await onActivity(
    t.world,
    ana.athlete,
    sentRun({ ...length, movingS: 3000, elapsedS: 3000, externalId: "a" }),
  )
  await onActivity(
    t.world,
    ben.athlete,
    sentRun({ ...length, movingS: 1800, elapsedS: 1800, externalId: "b" }),
  )
  await api.boards.catchUp()
  const { use } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "client.ts")).href)
  const found = await use(api.fetch, ana.token)
  expect(found).toMatchObject({
    ...{ names: ["Ana"], points: [75], code: "unknown_season", next: expect.any(String) },
    second: { rows: [{ place: 2, athlete: { name: "Ben" }, points: 55 }], next: null },
    me: { athlete: { name: "Ana" }, visibility: "public" },
    importId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(found.boards).toBeGreaterThan(3)
})
