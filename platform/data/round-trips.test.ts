/** The number of database round trips per request, with a pool whose results are set by the test. */
import { beforeEach, expect, test } from "vitest"
import { sampleCatalog } from "#test/support/data-api.ts"
import type { DataDatabase } from "../gateway/contract.ts"
import { answer } from "./answer.ts"
import type { Surroundings } from "./asked.ts"
import type { Routine } from "./catalog.ts"
import { Sessions } from "./session.ts"
import { answerColumns } from "./sql/answer.ts"

/** The statements sent, one list per round trip. */
let sent: string[][]

const explainedRow = ['[{"Plan":{"Plan Rows":1}}]']
const row = answerColumns.map(
  (name) => ({ role: "anon", page: "1", body: "[]", inserted: "1" })[name as "role"] ?? null,
)
const database: DataDatabase = {
  listen: async () => async () => {},
  reserve: async () => ({
    async run(statements) {
      sent.push(statements.map(({ text }) => text.replace(/[ (].*/s, "")))
      return statements.map(({ text }) => [text.startsWith("explain") ? explainedRow : row])
    },
    release() {},
  }),
}
const touch: Routine = {
  schema: "arena",
  name: "touch",
  args: [],
  set: true,
  returns: "scalar",
  row: null,
  single: false,
}
const around: Surroundings = {
  catalog: { ...sampleCatalog, routines: new Map([["arena.touch", [touch]]]) },
  schemas: ["arena"],
  aggregates: false,
  plans: true,
  changesOfAllRows: true,
  sessions: new Sessions(database, 1),
  knownTimezones: async () => new Set(),
}

beforeEach(() => {
  sent = []
})

const once = [["select", "with"]]
const judged = [["begin", "select", "with"], ["commit"]]
const explained = (text: string) => [["begin", "select", text], ["rollback"]]
const object = { accept: "application/vnd.pgrst.object" }
const plan = { accept: "application/vnd.pgrst.plan" }

test.each<[string, string, Record<string, string>, string[][]]>([
  ["GET", "/clubs", {}, [["select", "select"]]],
  ["GET", "/clubs", { prefer: "count=exact" }, [["select", "select"]]],
  // The EXPLAIN for an estimated count is sent in the same round trip.
  ["GET", "/clubs", { prefer: "count=planned" }, [["select", "select", "explain"]]],
  ["GET", "/clubs", object, [["select", "select"]]],
  ["GET", "/clubs", plan, explained("explain")],
  // A change that depends only on its statement is committed in the same round trip; otherwise its result is checked
  // first.
  ["POST", "/clubs", {}, once],
  ["POST", "/clubs", { prefer: "tx=rollback" }, [["begin", "select", "with"], ["rollback"]]],
  ["POST", "/clubs", { prefer: "handling=strict,max-affected=1" }, judged],
  ["POST", "/clubs", object, judged],
  ["PUT", "/clubs?id=eq.1", {}, judged],
  ["DELETE", "/clubs", {}, once],
  ["DELETE", "/clubs", plan, explained("explain")],
  ["GET", "/rpc/touch", {}, [["select", "select"]]],
  ["POST", "/rpc/touch", {}, [["select", "select"]]],
  ["POST", "/rpc/touch", object, [["begin", "select", "select"], ["commit"]]],
  ["POST", "/rpc/touch", plan, explained("explain")],
])("%s %s with %j", async (method, path, headers, expected) => {
  const writes = path.startsWith("/clubs") && (method === "POST" || method === "PUT")
  const body = writes ? { body: '{"id":1}' } : {}
  const request = new Request(`http://test/rest/v1${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...body,
  })
  await answer(request, { claims: { role: "anon" } }, around)
  expect(sent).toEqual(expected)
})
