import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Area, Feature, Missing } from "./compatibility/feature.ts"
import { compatibility } from "./compatibility.ts"
import { type Accounts, startAccounts } from "./support/accounts.ts"
import { startArena } from "./support/arena.ts"
import type { Client, LocalServer } from "./support/server.ts"

let server: LocalServer
let accounts: Accounts

beforeAll(async () => {
  server = await startArena()
  accounts = await startAccounts()
})
afterAll(async () => {
  await server.close()
  await accounts.close()
})

const here = new URL("./", import.meta.url)

/** Titles of the tests in this folder that run: skipped and planned ones do not count. */
function testTitles(): Set<string> {
  const files = readdirSync(here, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".test.ts"),
  )
  const titles = new Set<string>()
  for (const file of files) {
    const source = readFileSync(new URL(file, here), "utf8")
    for (const [, title] of source.matchAll(
      /^\s*(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*"((?:[^"\\]|\\.)*)"/gm,
    ))
      titles.add(title ?? "")
    // Tables of cases: their titles are made from the first cell.
    const [, template] = source.match(/test\.each\(cases\)\(\s*"([^"]*)%s"/) ?? []
    if (template === undefined) continue
    for (const [, name] of source.matchAll(/^ {2}\[\s*"((?:[^"\\]|\\.)*)"/gm)) titles.add(template + name)
  }
  return titles
}

const areas = Object.entries(compatibility) as [Area, readonly Feature[]][]

describe.each(areas)("%s", (area, features) => {
  test("every supported feature is proven by a test with its title", () => {
    const titles = testTitles()
    const unproven = features.filter((feature) => feature.status === "done" && !titles.has(feature.test))
    expect(unproven).toEqual([])
  })

  test("no feature is listed twice", () => {
    const names = features.map(({ feature }) => feature)
    expect(names).toEqual([...new Set(names)])
  })

  const missing = features.filter((feature): feature is Missing => feature.status === "not")
  test.each(missing.map((feature) => [feature.feature, feature] as const))(
    "every missing feature is refused clearly: %s",
    async (_name, { probe, reason }) => {
      expect(reason.length).toBeGreaterThan(20)
      const { error, status } = await probe(area === "auth" ? accounts.client() : server.client())
      expect(status === 501 || (Number(status) >= 400 && Number(status) < 500), `status ${status}`).toBe(true)
      expect((error as { message?: string }).message).toMatch(/\w+ \w+/)
    },
  )
})

/** Features of the client that need no server feature. */
const clientOnly = new Set([
  "PostgrestQueryBuilder.cloneRequestState",
  "PostgrestTransformBuilder.returns",
  "PostgrestBuilder.then",
  "PostgrestBuilder.processResponse",
  "PostgrestBuilder.returns",
  "PostgrestBuilder.overrideTypes",
  "SupabaseClient.functions",
  "BaseApiClient.throwOnError",
  "BaseApiClient.setHeader",
  "BaseApiClient.handleOperation",
  ...[
    "uploadOrUpdate",
    "prepareUploadFormData",
    "encodeMetadata",
    "toBase64",
    "applyTransformOptsToQuery",
  ].map((name) => `StorageFileApi.${name}`),
  ...["bucketLifecycleUrl", "listBucketOptionsToQueryString"].map((name) => `StorageBucketApi.${name}`),
  ...[
    "state",
    "joinedOnce",
    "timeout",
    "joinPush",
    "rejoinTimer",
    "updateJoinPayload",
    "teardown",
    "copyBindings",
  ].map((name) => `RealtimeChannel.${name}`),
])

/** Public methods of an object of the client, as "Class.method". */
function methodsOf(value: object): string[] {
  const found: string[] = []
  for (
    let proto = Object.getPrototypeOf(value);
    proto && proto !== Object.prototype;
    proto = Object.getPrototypeOf(proto)
  ) {
    for (const name of Object.getOwnPropertyNames(proto)) {
      if (name !== "constructor" && !name.startsWith("_")) found.push(`${proto.constructor.name}.${name}`)
    }
  }
  return found
}

/** One object of each class of the client, by area. */
const classes: Record<Area, (client: Client) => object[]> = {
  auth: (client) => [client.auth, client.auth.admin],
  data: (client) => [client, client.from("clubs"), client.from("clubs").select()],
  functions: (client) => [client.functions],
  storage: (client) => [client.storage, client.storage.from("photos")],
  realtime: (client) => [client.realtime, client.channel("news")],
}

test.each(Object.keys(classes) as Area[])(
  "the list contains every method of the client's %s, and nothing else",
  (area) => {
    const client = server.client()
    const methods = classes[area](client).flatMap(methodsOf)
    const named = areas.flatMap(([, features]) => features.flatMap((feature) => feature.client ?? []))
    const isNamed = (method: string) => named.includes(method) || named.includes(`${method.split(".")[0]}.*`)
    expect(methods.filter((method) => !isNamed(method) && !clientOnly.has(method))).toEqual([])
    const own = compatibility[area]
      .flatMap((feature) => feature.client ?? [])
      .filter((method) => !method.endsWith(".*"))
    const all = new Set(Object.values(classes).flatMap((objects) => objects(client).flatMap(methodsOf)))
    expect(own.filter((method) => !all.has(method))).toEqual([])
  },
)
