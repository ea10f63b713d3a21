/** What is read from headers and written into them, without a database. */
import { expect, test } from "vitest"
import type { Asked } from "./asked.ts"
import { DataError, fromDatabaseError, isLost } from "./errors.ts"
import { chooseMedia, type Media } from "./media.ts"
import { nearest } from "./nearest.ts"
import { planAnswer } from "./plan.ts"
import { appliedPreferences, type Preferences, readPreferences } from "./preferences.ts"
import { applyRangeHeader, checkRanges, contentRange, rangeStatus } from "./range.ts"
import { holdToMaxAffected, holdToOne, isDecidedByStatement, respond } from "./respond.ts"
import type { AnswerRow } from "./sql/answer.ts"
import type { Branch } from "./tree.ts"

/** The code of the refusal that `work` throws; undefined when it throws none. */
const refusal = (work: () => unknown): string | undefined => {
  try {
    work()
  } catch (error) {
    if (error instanceof DataError) return error.code
    throw error
  }
  return undefined
}

test.each<[string | null, Media | "PGRST107"]>([
  [null, "json"],
  ["", "json"],
  [" ", "json"],
  ["*/*", "json"],
  ["application/json", "json"],
  ["application/*", "json"],
  ["APPLICATION/JSON; charset=utf-8", "json"],
  ["text/csv", "csv"],
  ["application/vnd.pgrst.object", "object"],
  ["application/vnd.pgrst.object+json;nulls=stripped", "stripped-object"],
  ["application/vnd.pgrst.array+json; nulls=stripped", "stripped"],
  ["application/vnd.pgrst.array", "json"],
  ["text/html, text/csv", "csv"],
  ["text/csv;q=0.5, application/json;q=0.9", "json"],
  ["text/csv, application/json;q=0.9", "csv"],
  ["text/csv;q=none, application/json;q=0.1", "json"],
  ["text/html", "PGRST107"],
  ["application/json-seq", "PGRST107"],
])("of %j the form %s is chosen", (accept, media) => {
  let chosen: string | undefined
  const code = refusal(() => {
    chosen = chooseMedia(accept)
  })
  expect(code ?? chosen).toBe(media)
})

const nothing: Preferences = {
  resolution: null,
  missing: null,
  return: null,
  count: null,
  tx: null,
  handling: null,
  timezone: null,
  maxAffected: null,
}
test.each<[string | null, Partial<Preferences> | "PGRST122"]>([
  [null, {}],
  ["", {}],
  ["return=minimal, count=exact", { return: "minimal", count: "exact" }],
  [" return = minimal ,, count=exact", { return: "minimal", count: "exact" }],
  ["count=exact, count=planned", { count: "exact" }],
  ["count=guessed", {}],
  ["toString=1", {}],
  ["handling=lenient, count=guessed", { handling: "lenient" }],
  ["handling=strict, count=guessed", "PGRST122"],
  ["handling=strict, , count=exact", { handling: "strict", count: "exact" }],
  ["handling=strict, toString=1", "PGRST122"],
  ["handling=strict, max-affected=7", { handling: "strict", maxAffected: 7 }],
  ["max-affected=0", { maxAffected: 0 }],
  ["timezone=America/Los_Angeles", { timezone: "America/Los_Angeles" }],
  ["timezone='; drop", {}],
])("the preferences %j are read", (header, expected) => {
  const read = () => readPreferences(header)
  if (expected === "PGRST122") expect(refusal(read)).toBe(expected)
  else expect(read()).toEqual({ ...nothing, ...expected })
})

test.each<["read" | "call" | "change", Partial<Preferences>, string | null]>([
  ["read", {}, null],
  ["read", { count: "exact", return: "minimal" }, "count=exact"],
  ["call", { missing: "default", resolution: "merge-duplicates", tx: "rollback" }, "tx=rollback"],
  [
    "change",
    { resolution: "merge-duplicates", missing: "default", return: "minimal", timezone: "UTC" },
    "resolution=merge-duplicates, missing=default, return=minimal, timezone=UTC",
  ],
  ["read", { handling: "strict", maxAffected: 3 }, "handling=strict"],
  ["call", { handling: "strict", maxAffected: 3 }, "handling=strict, max-affected=3"],
  ["change", { handling: "lenient", maxAffected: 3 }, "handling=lenient"],
])("of a %s, %j are told as %j", (kind, prefer, told) => {
  expect(appliedPreferences({ ...nothing, ...prefer }, kind)).toBe(told)
})

test("who is strict is told what cannot be followed", () =>
  expect(() => readPreferences("handling=strict,  count=guessed ,x=1, tx=commit")).toThrow(
    expect.objectContaining({ details: "Invalid preferences: count=guessed, x=1" }),
  ))

const branch = (changes: Partial<Branch> = {}) =>
  ({ limit: null, offset: 0, embeds: [], ...changes }) as Branch
test.each<[string | null, Partial<Branch>, [number | null, number] | "PGRST103"]>([
  [null, {}, [null, 0]],
  ["rows=1-2", {}, [null, 0]],
  ["0-24", {}, [25, 0]],
  ["10-10", {}, [1, 10]],
  ["items=10-10", {}, [null, 0]],
  ["10-", {}, [null, 10]],
  ["10-9", {}, "PGRST103"],
  ["5-24", { limit: 10, offset: 7 }, [10, 7]],
  ["5-6", { limit: 10, offset: 1 }, [2, 5]],
  // Of both what they have in common, if there is any.
  ["1-5", { limit: 2 }, [1, 1]],
  ["5-", { limit: 10, offset: 1 }, [6, 5]],
  ["5-9", { offset: 7 }, [3, 7]],
  ["0-0", { offset: 1 }, "PGRST103"],
  ["2-2", { limit: 1, offset: 1 }, "PGRST103"],
  ["1-5", { limit: 0 }, [0, 0]],
])("the range %j narrows %j to %j", (header, of, expected) => {
  const narrowed = branch(of)
  const request = new Request("http://test", { headers: header === null ? {} : { range: header } })
  const code = refusal(() => applyRangeHeader(narrowed, request))
  expect(code ?? [narrowed.limit, narrowed.offset]).toEqual(expected)
})

test.each(["HEAD", "POST"])("a range of %s means nothing", (method) => {
  const all = branch()
  applyRangeHeader(all, new Request("http://test", { method, headers: { range: "1-2" } }))
  expect([all.limit, all.offset]).toEqual([null, 0])
})

test.each<[Partial<Branch>, string | undefined]>([
  [{}, undefined],
  [{ limit: 0 }, undefined],
  [{ limit: 0, offset: 1 }, "PGRST103"],
  [{ limit: 1, offset: 1 }, undefined],
  [{ limit: -1 }, "PGRST103"],
  [{ offset: -1 }, "PGRST103"],
  [{ embeds: [branch({ limit: -1 })] as unknown as Branch["embeds"] }, "PGRST103"],
])("the range %j is refused with %s", (of, code) => expect(refusal(() => checkRanges(branch(of)))).toBe(code))

test.each<[number, number, number | null, string, number | "PGRST103"]>([
  [0, 0, null, "*/*", 200],
  [0, 3, null, "0-2/*", 200],
  [5, 3, null, "5-7/*", 200],
  [0, 3, 3, "0-2/3", 200],
  [3, 1, 5, "3-3/5", 206],
  [5, 0, 5, "*/5", 206],
  [6, 0, 5, "*/5", "PGRST103"],
  [0, 0, 0, "*/0", 200],
])("from %d on, %d of %s rows are %s with status %s", (offset, page, total, range, status) => {
  expect(contentRange({ offset, page, total })).toBe(range)
  let given: number | undefined
  const code = refusal(() => {
    given = rangeStatus({ offset, page, total })
  })
  expect(code ?? given).toBe(status)
})

test("who asks past the end is told how many there are", async () => {
  try {
    rangeStatus({ offset: 6, page: 0, total: 5 })
  } catch (error) {
    const response = (error as DataError).response("GET")
    expect([response.status, response.headers.get("content-range")]).toEqual([416, "*/5"])
    expect(await response.json()).toMatchObject({
      details: "An offset of 6 was requested, but there are only 5 rows.",
    })
    expect(await (error as DataError).response("HEAD").text()).toBe("")
  }
  expect.assertions(3)
})

const asked = (changes: { prefer?: Partial<Preferences>; media?: Media; method?: string } = {}) =>
  ({
    prefer: { ...nothing, ...changes.prefer },
    media: changes.media ?? "json",
    context: { method: changes.method ?? "GET" },
  }) as unknown as Asked
const row = (changes: Partial<AnswerRow> = {}) => ({ status: null, headers: null, ...changes }) as AnswerRow
const responding = (
  { status = 200, body = "[]" as string | null, ...more },
  of = asked(),
  chosen: Partial<AnswerRow> = {},
) => respond(of, { kind: "read", status, body, headers: {}, row: row(chosen), ...more })

test.each<[string, Parameters<typeof responding>, number, string, string | null]>([
  ["a read", [{}], 200, "[]", "application/json; charset=utf-8"],
  [
    "one object",
    [{}, asked({ media: "object" })],
    200,
    "[]",
    "application/vnd.pgrst.object+json; charset=utf-8",
  ],
  ["a HEAD", [{}, asked({ method: "HEAD" })], 200, "", "application/json; charset=utf-8"],
  ["no body", [{ status: 201, body: null }], 201, "", null],
  ["a chosen status", [{}, asked(), { status: "418" }], 418, "[]", "application/json; charset=utf-8"],
  ["a chosen 204", [{}, asked(), { status: "204" }], 204, "", "application/json; charset=utf-8"],
])("%s is answered", async (_, given, status, body, type) => {
  const response = responding(...given)
  expect([response.status, await response.text(), response.headers.get("content-type")]).toEqual([
    status,
    body,
    type,
  ])
})

test("an answer carries its own headers, the preferences that were followed, and those that a function chose", () => {
  const { headers } = responding(
    { headers: { "content-range": "*/*" } },
    asked({ prefer: { count: "exact" } }),
    {
      headers: JSON.stringify([
        { "x-a": "1" },
        { "x-a": "2" },
        { "Set-Cookie": "a=1" },
        { "set-cookie": "b=2" },
      ]),
    },
  )
  expect([headers.get("content-range"), headers.get("preference-applied"), headers.get("x-a")]).toEqual([
    "*/*",
    "count=exact",
    "2",
  ])
  expect(headers.getSetCookie()).toEqual(["a=1", "b=2"])
  expect(responding({}).headers.has("preference-applied")).toBe(false)
})

test.each<[Partial<AnswerRow>, string | undefined]>([
  [{ status: "199" }, undefined],
  [{ status: "200" }, undefined],
  [{ status: "600" }, "PGRST112"],
  [{ status: "2000" }, "PGRST112"],
  [{ status: "x" }, "PGRST112"],
  [{ headers: "[" }, "PGRST111"],
  [{ headers: "{}" }, "PGRST111"],
  [{ headers: "null" }, "PGRST111"],
  [{ headers: "[{}]" }, "PGRST111"],
  [{ headers: '["a"]' }, "PGRST111"],
  [{ headers: "[]" }, undefined],
  [{ headers: "[null]" }, "PGRST111"],
  [{ headers: '[{"a":"1","b":"2"}]' }, "PGRST111"],
  [{ headers: '[{"a":1}]' }, "PGRST111"],
  [{ headers: '[{"a b":"1"}]' }, "PGRST111"],
  [{ headers: '[{"a":"1\\n2"}]' }, "PGRST111"],
  [{ headers: '[{"a":"1\\t2"}]' }, undefined],
])("a function that chose %j is refused with %s", (chosen, code) => {
  expect(refusal(() => responding({}, asked(), chosen))).toBe(chosen.status === "199" ? "PGRST112" : code)
})

test.each<[Media, number, string | undefined]>([
  ["json", 2, undefined],
  ["object", 1, undefined],
  ["object", 0, "PGRST116"],
  ["stripped-object", 2, "PGRST116"],
  ["csv", 0, undefined],
])("as %s, %d rows are refused with %s", (media, rows, code) =>
  expect(refusal(() => holdToOne(media, rows))).toBe(code),
)

test.each<[Partial<Preferences>, Media, boolean, string | undefined]>([
  [{}, "json", true, undefined],
  [{ tx: "rollback" }, "json", false, undefined],
  [{ tx: "commit" }, "csv", true, undefined],
  [{ maxAffected: 2 }, "json", true, undefined],
  [{ handling: "strict" }, "json", true, undefined],
  [{ handling: "strict", maxAffected: 2 }, "json", false, "PGRST124"],
  [{ handling: "strict", maxAffected: 3 }, "json", false, undefined],
  [{ handling: "lenient", maxAffected: 2 }, "json", true, undefined],
  [{}, "object", false, undefined],
  [{}, "stripped-object", false, undefined],
])(
  "%j as %s: the statement alone decides %s, three rows are refused with %s",
  (prefer, media, decides, code) => {
    const of = asked({ prefer, media })
    expect(isDecidedByStatement(of)).toBe(decides)
    expect(refusal(() => holdToMaxAffected(of, 3))).toBe(code)
  },
)

const thrown = (code: unknown, rest: object = {}) => Object.assign(new Error("m"), { code, ...rest })
test.each<[unknown, boolean, string | null, number | undefined]>([
  [thrown("CONNECT_TIMEOUT"), true, "PGRST001", 503],
  [thrown("ECONNRESET"), true, "PGRST001", 503],
  [thrown("57P01"), true, "57P01", 503],
  [thrown("57P03"), true, "57P03", 500],
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
  [{ code: "57P01" }, false, null, undefined],
  [null, false, null, undefined],
  ["m", false, null, undefined],
])("%j has cost the connection (%s), and is told as %s with %s", (error, lost, code, status) => {
  expect(isLost(error)).toBe(lost)
  const told = fromDatabaseError(error, "anon")
  expect([told?.code ?? null, told?.status]).toEqual([code, status])
})

test("a right that is missing is refused to who is signed in", () =>
  expect(fromDatabaseError(thrown("42501"), "authenticated")?.status).toBe(403))

test("PostgreSQL's details and hint are told", () =>
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
])("a function that raises %j with %j answers %j", (message, detail, expected) => {
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
])("of the headers %j that a function raises, %j are sent", (headers, sent) => {
  const detail = JSON.stringify({ status: 200, headers })
  const error = Object.assign(new Error('{"code":"A","message":"B"}'), { code: "PGRST", detail })
  expect(fromDatabaseError(error, "anon")?.headers).toEqual(sent)
})

test.each<[string, string[], string | null]>([
  ["athlets", ["clubs", "athletes", "athlete_days"], "athletes"],
  ["ATHLETES", ["clubs", "athletes"], "athletes"],
  ["xy", ["xz"], "xz"],
  ["ab", ["cd"], null],
  ["athletes", [], null],
  ["abcdefgh", ["abz"], null],
  ["abcdefgh", ["abcz"], "abcz"],
  ["a".repeat(63), ["a".repeat(62)], "a".repeat(62)],
  ["a".repeat(64), ["a".repeat(64)], null],
  ["season", ["seasons", "season"], "season"],
  // One letter in three is equal, or less.
  ["a", ["azz"], "azz"],
  ["a", ["azzz"], null],
  // A third of the letters alone is not enough: groups of letters have to be shared.
  ["abcdef", ["xbxdxx"], null],
  // Of those that share a group, letters decide.
  ["abcdefgh", ["efghabcdefgh", "abxdexgh"], "abxdexgh"],
  // Groups of three come before groups of two, those at the end included.
  ["xyzab", ["cdab", "xqzaq"], "cdab"],
  // The letters of the fifty that share most are compared, however long a name is.
  ["abcdefgh", ["abxdexgh", ...Array(49).fill("efghabcd")], "abxdexgh"],
  ["abcdefgh", ["abxdexgh", ...Array(50).fill("efghabcd")], null],
  [
    "abcdefghijklmnop",
    [
      `abcdefghijklmnop${"qrstuvwxyz0123456789".repeat(2).slice(0, 32)}`,
      ...Array(50).fill("ijklmnopabcdefgh"),
    ],
    null,
  ],
])("%s may mean, of %j, %j", (name, names, meant) => expect(nearest(name, names)).toBe(meant))

test.each<["json" | "text", string[], string, string]>([
  ["text", [], "a\nb\n", 'application/vnd.pgrst.plan+text; for="text/csv"; charset=utf-8'],
  [
    "json",
    ["analyze", "wal"],
    "[1]",
    'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|wal; charset=utf-8',
  ],
])("a plan as %s with %j", async (format, options, body, type) => {
  const lines = format === "json" ? ["[ 1 ]"] : ["a", "b"]
  const answer = planAnswer({ format, options, for: "text/csv" }, lines)
  expect([await answer.text(), answer.headers.get("content-type")]).toEqual([body, type])
})
