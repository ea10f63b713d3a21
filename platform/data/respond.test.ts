/** How a result of PostgreSQL becomes a response, tested without a database. */
import { expect, test } from "vitest"
import { refusal } from "#test/support/refused.ts"
import type { Asked } from "./asked.ts"
import type { Media } from "./media.ts"
import type { Preferences } from "./preferences.ts"
import { holdToMaxAffected, holdToOne, isDecidedByStatement, respond } from "./respond.ts"
import type { AnswerRow } from "./sql/answer.ts"

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
  [
    "a status set by a function",
    [{}, asked(), { status: "418" }],
    418,
    "[]",
    "application/json; charset=utf-8",
  ],
  ["a 204 set by a function", [{}, asked(), { status: "204" }], 204, "", "application/json; charset=utf-8"],
])("%s is answered", async (_, given, status, body, type) => {
  const response = responding(...given)
  expect([response.status, await response.text(), response.headers.get("content-type")]).toEqual([
    status,
    body,
    type,
  ])
})

test("a response has its own headers, the applied preferences, and headers set by a function", () => {
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
])("a function that set %j is refused with %s", (chosen, code) => {
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
  "%j as %s: decided by the statement alone: %s; three rows are refused with: %s",
  (prefer, media, decides, code) => {
    const of = asked({ prefer, media })
    expect(isDecidedByStatement(of)).toBe(decides)
    expect(refusal(() => holdToMaxAffected(of, 3))).toBe(code)
  },
)
