import { expect, test } from "vitest"
import { isConnectionLost } from "#primitives/database-away.ts"
import { fromDatabaseError } from "./errors.ts"

const thrown = (code: unknown, rest: object = {}) => Object.assign(new Error("m"), { code, ...rest })
test.each<[unknown, boolean, string | null, number | undefined]>([
  [thrown("CONNECT_TIMEOUT"), true, "PGRST001", 503],
  [thrown("ECONNRESET"), true, "PGRST001", 503],
  [thrown("57P01"), true, "57P01", 503],
  [thrown("57P03"), true, "57P03", 503],
  [thrown("deadline_exceeded"), false, "PGRST001", 503],
  [thrown("57P04"), false, "57P04", 500],
  [thrown("23505"), false, "23505", 409],
  [thrown("42501"), false, "42501", 401],
  [thrown("22P02"), false, "22P02", 400],
  [thrown("PT418"), false, "PT418", 418],
  [thrown("PT199"), false, "PT199", 400],
  [thrown("EOTHER"), false, null, undefined],
  [thrown("42"), false, null, undefined],
  [thrown(42), false, null, undefined],
  [new Error("m"), false, null, undefined],
  [null, false, null, undefined],
  ["m", false, null, undefined],
])("%j means a lost connection (%s), and is reported as %s with %s", (error, lost, code, status) => {
  expect(isConnectionLost(error)).toBe(lost)
  const told = fromDatabaseError(error, "anon")
  expect([told?.code ?? null, told?.status]).toEqual([code, status])
  if (status === 503) expect(told?.hint).toContain("may have been saved")
})

test("a missing privilege is 403 for a signed-in caller", () =>
  expect(fromDatabaseError(thrown("42501"), "authenticated")?.status).toBe(403))

test("PostgreSQL's details and hint are returned", () =>
  expect(fromDatabaseError(thrown("23505", { detail: "d", hint: "h" }), "anon")).toMatchObject({
    details: "d",
    hint: "h",
  }))

test.each<[string, string | undefined, object]>([
  [
    '{"code":"A","message":"B","details":"C","hint":"D"}',
    '{"status":200,"headers":{"x-a":"1"}}',
    { status: 200, code: "A", message: "B", details: "C", hint: "D", headers: { "x-a": "1" } },
  ],
  [
    '{"code":"A","message":"B","details":1,"hint":2}',
    '{"status":599}',
    { status: 599, details: null, hint: null, headers: {} },
  ],
  ['{"code":"A","message":"B"}', '{"status":599,"headers":"x"}', { status: 599, headers: {} }],
  [
    '{"code":"A","message":"B"}',
    '{"status":600}',
    { code: "PGRST121", details: "DETAIL is missing or not valid JSON" },
  ],
  ['{"code":"A","message":"B"}', '{"status":199}', { code: "PGRST121" }],
  ['{"code":"A","message":"B"}', '{"status":"200"}', { code: "PGRST121" }],
  ['{"code":"A","message":"B"}', undefined, { status: 500, code: "PGRST121" }],
  ['{"code":"A","message":"B"}', "null", { code: "PGRST121" }],
  ['{"code":1,"message":"B"}', '{"status":200}', { code: "PGRST121" }],
  ['{"code":"A"}', '{"status":200}', { code: "PGRST121" }],
  ["no", '{"status":200}', { code: "PGRST121", details: "Invalid JSON value for MESSAGE" }],
  ["1", '{"status":200}', { code: "PGRST121", details: "Invalid JSON value for MESSAGE" }],
  ["null", '{"status":200}', { code: "PGRST121", details: "Invalid JSON value for MESSAGE" }],
])("a function that raises %j with %j causes the response %j", (message, detail, expected) => {
  const error = Object.assign(new Error(message), { code: "PGRST", detail })
  expect(fromDatabaseError(error, "anon")).toMatchObject(expected)
})

test.each<[unknown, object]>([
  [
    { "x-a": "1", "b ad": "2", "x-b": 3, "x-c": "4\n", "x-d": "5\t" },
    { "x-a": "1", "x-d": "5\t" },
  ],
  [null, {}],
  ["x-a", {}],
])("of the headers %j raised by a function, %j are sent", (headers, sent) => {
  const detail = JSON.stringify({ status: 200, headers })
  const error = Object.assign(new Error('{"code":"A","message":"B"}'), { code: "PGRST", detail })
  expect(fromDatabaseError(error, "anon")?.headers).toEqual(sent)
})
