import { afterAll, beforeAll, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import type { Client, LocalServer } from "../support/server.ts"

let server: LocalServer
let client: Client

beforeAll(async () => {
  server = await startArena()
  client = server.client()
})
afterAll(() => server.close())

const athletes = () => client.from("athletes").select("id").order("id")

/** The ids that a filtered read returns. */
async function ids(query: PromiseLike<{ data: { id: number }[] | null; error: unknown }>): Promise<number[]> {
  const { data, error } = await query
  expect(error).toBeNull()
  return (data ?? []).map(({ id }) => id)
}

type Read = ReturnType<typeof athletes>

const cases: [string, (read: Read) => Read, number[]][] = [
  ["eq on text", (read) => read.eq("name", "Ann"), [1]],
  ["eq on text with comma and quotes", (read) => read.eq("name", 'Dee, "D"'), [4]],
  ["eq on boolean", (read) => read.eq("active", false), [3]],
  ["eq on numeric", (read) => read.eq("best_km", 3.5), [2]],
  ["eq on a bigint above 2^53", (read) => read.eq("big", "9007199254740993"), [1]],
  ["eq on a bigint does not match its neighbor", (read) => read.eq("big", "9007199254740992"), []],
  ["eq on uuid", (read) => read.eq("key", "00000000-0000-4000-8000-000000000001"), [1, 2, 3, 4]],
  ["eq on an enum", (read) => read.eq("medal", "gold"), [1, 4]],
  ["eq on a timestamptz", (read) => read.eq("joined_at", "2024-01-02T03:04:05.678Z"), [1]],
  ["eq on a json text path", (read) => read.eq("settings->>theme", "dark"), [1, 4]],
  ["eq on a json path", (read) => read.eq("settings->level", 3), [1]],
  ["eq takes 'null' as the word", (read) => read.eq("name", "null"), []],
  ["neq", (read) => read.neq("name", "Ann"), [2, 3, 4]],
  ["gt", (read) => read.gt("best_km", 3.5), [4]],
  ["gte", (read) => read.gte("best_km", 3.5), [2, 4]],
  ["lt", (read) => read.lt("best_km", 3.5), [1]],
  ["lte", (read) => read.lte("best_km", 3.5), [1, 2]],
  ["gt on a timestamptz", (read) => read.gt("joined_at", "2024-02-15T00:00:00+00:00"), [3, 4]],
  ["like", (read) => read.like("name", "%n%"), [1]],
  ["like is case-sensitive", (read) => read.like("name", "a%"), []],
  ["like with a star", (read) => read.like("name", "C*"), [3]],
  ["ilike", (read) => read.ilike("name", "a%"), [1]],
  ["likeAllOf", (read) => read.likeAllOf("name", ["A%", "%n"]), [1]],
  ["likeAnyOf", (read) => read.likeAnyOf("name", ["A%", "B%"]), [1, 2]],
  ["ilikeAllOf", (read) => read.ilikeAllOf("name", ["a%", "%N"]), [1]],
  ["ilikeAnyOf", (read) => read.ilikeAnyOf("name", ["a%", "b%"]), [1, 2]],
  ["regexMatch", (read) => read.regexMatch("name", "^[AB]"), [1, 2]],
  ["regexIMatch", (read) => read.regexIMatch("name", "^[ab]"), [1, 2]],
  ["is null", (read) => read.is("nickname", null), [2, 4]],
  ["is true", (read) => read.is("active", true), [1, 2, 4]],
  ["is false", (read) => read.is("active", false), [3]],
  ["isDistinct", (read) => read.isDistinct("nickname", "Annie"), [2, 3, 4]],
  ["in", (read) => read.in("name", ["Ann", "Cid", "nobody"]), [1, 3]],
  ["in with a value that needs quotes", (read) => read.in("name", ['Dee, "D"', "Bob"]), [2, 4]],
  ["in with numbers", (read) => read.in("id", [2, 3]), [2, 3]],
  ["in with nothing", (read) => read.in("id", []), []],
  ["notIn", (read) => read.notIn("id", [2, 3]), [1, 4]],
  ["contains on an array", (read) => read.contains("tags", ["run"]), [1, 4]],
  ["contains on jsonb", (read) => read.contains("settings", { theme: "dark" }), [1, 4]],
  ["contains on a range", (read) => read.contains("season", "[2021,2022)"), [1]],
  ["containedBy on an array", (read) => read.containedBy("tags", ["run", "lift"]), [2, 3, 4]],
  ["containedBy on jsonb", (read) => read.containedBy("settings", { theme: "dark", x: 1 }), [4]],
  ["containedBy on a range", (read) => read.containedBy("season", "[2019,2026)"), [1, 2]],
  ["overlaps on an array", (read) => read.overlaps("tags", ["swim", "lift"]), [1, 2]],
  ["overlaps on a range", (read) => read.overlaps("season", "[2022,2024)"), [1, 2]],
  ["rangeGt", (read) => read.rangeGt("season", "[2020,2023)"), [2, 4]],
  ["rangeGte", (read) => read.rangeGte("season", "[2023,2024)"), [2, 4]],
  ["rangeLt", (read) => read.rangeLt("season", "[2023,2024)"), [1]],
  ["rangeLte", (read) => read.rangeLte("season", "[2020,2025)"), [1, 2]],
  ["rangeAdjacent", (read) => read.rangeAdjacent("season", "[2018,2020)"), [1]],
  ["textSearch", (read) => read.textSearch("bio_words", "run", { config: "english" }), [1, 4]],
  [
    "textSearch plain",
    (read) => read.textSearch("bio_words", "lifting weights", { type: "plain", config: "english" }),
    [2],
  ],
  [
    "textSearch phrase",
    (read) => read.textSearch("bio_words", "heavy weights", { type: "phrase", config: "english" }),
    [2],
  ],
  [
    "textSearch websearch",
    (read) => read.textSearch("bio_words", "run -marathon", { type: "websearch", config: "english" }),
    [4],
  ],
  ["match", (read) => read.match({ name: "Ann", active: true }), [1]],
  ["not", (read) => read.not("nickname", "is", null), [1, 3]],
  ["not in", (read) => read.not("id", "in", "(1,2)"), [3, 4]],
  ["or", (read) => read.or("name.eq.Ann,best_km.gt.4"), [1, 4]],
  ["or with nested and", (read) => read.or("name.eq.Cid,and(active.is.true,best_km.lt.3)"), [1, 3]],
  ["or with negation", (read) => read.or("id.not.in.(1,2),name.not.like.%n%").eq("active", true), [2, 4]],
  ["or with a value that needs quotes", (read) => read.or('name.eq."Dee, \\"D\\"",id.eq.1'), [1, 4]],
  ["or with array operators", (read) => read.or("tags.cs.{swim},id.eq.3"), [1, 3]],
  ["filter", (read) => read.filter("name", "in", '("Ann","Bob")'), [1, 2]],
  ["two filters on one column", (read) => read.gt("id", 1).lt("id", 4), [2, 3]],
  ["eq any of a list", (read) => read.filter("id", "eq(any)", "{1,4}"), [1, 4]],
  ["gte all of a list", (read) => read.filter("id", "gte(all)", "{2,3}"), [3, 4]],
]

test.each(cases)("filter: %s", async (_name, narrow, expected) => {
  expect(await ids(narrow(athletes()))).toEqual(expected)
})

test.each([
  ["match.^d", [1, 4]],
  ["imatch.^D", [1, 4]],
  ["isdistinct.dark", [2, 3]],
  ["not.match.^d", [2]],
  ["fts.dark", [1, 4]],
  ["eq(any).{dark,light}", [1, 2, 4]],
])("%s within a json column", async (filter, expected) => {
  const ask = async (query: string) => {
    const answer = await fetch(`${server.url}/rest/v1/athletes?select=id&order=id&${query}`, {
      headers: { apikey: server.keys.publishable },
    })
    return ((await answer.json()) as { id: number }[]).map(({ id }) => id)
  }
  expect(await ask(`settings->>theme=${filter}`)).toEqual(expected)
  expect(await ask(`or=(id.eq.-1,settings->>theme.${filter})`)).toEqual(expected)
})

test("filter: a read with no match returns an empty list", async () => {
  const { data, error, status } = await athletes().eq("id", -1)
  expect({ data, error, status }).toEqual({ data: [], error: null, status: 200 })
})
