/** Calling functions, tested without a server. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { type DataAsking, type OpenData, openData } from "#test/support/data-database.ts"

let data: OpenData

beforeAll(async () => {
  data = await openData(
    `create table clubs (id integer primary key, name text, town text);
     insert into clubs values (1, 'Harriers', 'York'), (2, 'Owls', null), (3, 'Empty', null);
     create table members (id integer primary key, club_id integer references clubs);
     insert into members values (10, 1), (11, 1);
     create table calls (n integer);
     create function add(a integer, b integer default 1) returns integer language sql immutable return a + b;
     create function names() returns setof text language sql stable as $$ select name from arena.clubs order by id $$;
     create function all_clubs() returns setof clubs language sql stable as $$ select * from arena.clubs order by id $$;
     create function first_club() returns clubs language sql stable as $$ select * from arena.clubs where id = 1 $$;
     create function pair(out x integer, out y text) language sql stable as $$ select 1, 'a' $$;
     create function nothing() returns void language sql as '';
     create function called() returns setof integer language sql volatile as $$ insert into arena.calls values (1) returning n $$;
     create function as_json(json) returns json language sql immutable return $1;
     create function as_text(text) returns text language sql immutable return $1;
     create function as_bytes(bytea) returns text language sql immutable return encode($1, 'hex');
     create function as_xml(xml) returns text language sql immutable return $1::text;
     create function scaled(factor integer, variadic parts integer[]) returns integer[] language sql immutable
       return (select array_agg(part * factor) from unnest(parts) part);
     create function between_clubs(low integer, high integer) returns setof clubs language sql stable
       as $$ select * from arena.clubs where id between low and high order by id $$`,
    { plans: true },
  )
})
afterAll(() => data.close())

const told = async (line: string, asking: DataAsking = {}) => {
  const { status, code, body, headers } = await data.ask(line, asking)
  return code === undefined ? [`${status} ${headers.get("content-range")}`, body] : [`${status} ${code}`]
}
const typed = (type: string, body: string): DataAsking => ({ body, headers: { "content-type": type } })
const prefer = (text: string, more: DataAsking = {}): DataAsking => ({
  ...more,
  headers: { ...more.headers, prefer: text },
})
const form = "application/x-www-form-urlencoded"

test.each<[string, DataAsking, unknown[]]>([
  ["POST /rpc/add", { body: { a: 1, b: 2 } }, ["200 0-0/*", 3]],
  ["POST /rpc/add", { body: { a: 1 } }, ["200 0-0/*", 2]],
  ["POST /rpc/add?columns=a", { body: { a: 1, b: 5 } }, ["200 0-0/*", 2]],
  ["POST /rpc/add", { body: {} }, ["404 PGRST202"]],
  ["POST /rpc/add", typed(form, "a=1&b=2"), ["200 0-0/*", 3]],
  ["POST /rpc/add", typed("text/csv", "a\n1"), ["404 PGRST202"]],
  ["GET /rpc/add?a=1&b=2", {}, ["200 0-0/*", 3]],
  ["GET /rpc/add?a=1&b=2&b=7", {}, ["200 0-0/*", 8]],
  ["GET /rpc/scaled?factor=2&parts=1&parts=2", {}, ["200 0-0/*", [2, 4]]],
  ["POST /rpc/scaled", { body: { factor: 2, parts: [1, 2] } }, ["200 0-0/*", [2, 4]]],
  ["GET /rpc/add?a=x", {}, ["400 22P02"]],
  // A function without arguments needs no body.
  ["POST /rpc/names", {}, ["200 0-2/*", ["Harriers", "Owls", "Empty"]]],
  ["POST /rpc/names", typed("application/json", ""), ["200 0-2/*", ["Harriers", "Owls", "Empty"]]],
  ["POST /rpc/names", typed("text/csv", ""), ["400 PGRST102"]],
  ["POST /rpc/names", typed("text/csv", "a"), ["400 PGRST102"]],
  ["POST /rpc/names", typed("application/json", "{"), ["400 PGRST102"]],
  ["POST /rpc/names", typed("application/json", "[]"), ["400 PGRST102"]],
  ["POST /rpc/names", typed("application/json", '"a"'), ["400 PGRST102"]],
  // A function with one unnamed argument gets the whole body, unchanged.
  ["POST /rpc/as_json", { body: [1, { a: 2 }] }, ["200 0-0/*", [1, { a: 2 }]]],
  ["POST /rpc/as_json", { body: { a: 1 } }, ["200 0-0/*", { a: 1 }]],
  ["POST /rpc/as_json", typed("application/json", ""), ["200 0-0/*", {}]],
  ["POST /rpc/as_text", typed("text/plain", "a\nb"), ["200 0-0/*", "a\nb"]],
  ["POST /rpc/as_text", typed("text/plain", ""), ["200 0-0/*", ""]],
  // Bytes are not parsed as text, not even in PostgreSQL's hex notation.
  ["POST /rpc/as_bytes", typed("application/octet-stream", "\\x01"), ["200 0-0/*", "5c783031"]],
  ["POST /rpc/as_bytes", typed("application/octet-stream", ""), ["200 0-0/*", ""]],
  ["POST /rpc/as_bytes", typed("image/png", "\\x02"), ["400 PGRST102"]],
  ["POST /rpc/names", typed("image/png", ""), ["400 PGRST102"]],
  // A body that is not JSON requires an argument that accepts it.
  ["POST /rpc/names", typed("text/plain", ""), ["400 PGRST102"]],
  ["POST /rpc/as_xml", typed("text/xml", "<a/>"), ["200 0-0/*", "<a/>"]],
  ["POST /rpc/as_text", typed("text/xml", "<a/>"), ["404 PGRST202"]],
  ["POST /rpc/as_text", { body: { a: 1 } }, ["404 PGRST202"]],
  ["GET /rpc/as_text", {}, ["404 PGRST202"]],
  // Return types: void, a value, a set of values, a row, a set of rows.
  ["POST /rpc/nothing", {}, ["204 0-0/*", ""]],
  ["POST /rpc/nothing", prefer("count=exact"), ["204 0-0/1", ""]],
  ["POST /rpc/nothing", { headers: { accept: "text/csv" } }, ["204 0-0/*", ""]],
  ["GET /rpc/pair", {}, ["200 0-0/*", { x: 1, y: "a" }]],
  ["GET /rpc/first_club?select=name", {}, ["200 0-0/*", { name: "Harriers" }]],
  ["GET /rpc/all_clubs?select=id", {}, ["200 0-2/*", [{ id: 1 }, { id: 2 }, { id: 3 }]]],
  // A request selects from the returned rows.
  ["GET /rpc/all_clubs?select=id&id=gt.1&order=id.desc&limit=1", {}, ["200 0-0/*", [{ id: 3 }]]],
  ["POST /rpc/all_clubs?select=id&id=gt.1&offset=1", { body: {} }, ["200 1-1/*", [{ id: 3 }]]],
  [
    "GET /rpc/all_clubs?select=id,members(id)&id=eq.1",
    {},
    ["200 0-0/*", [{ id: 1, members: [{ id: 10 }, { id: 11 }] }]],
  ],
  ["GET /rpc/between_clubs?low=1&high=2&select=id&id=gt.1", {}, ["200 0-0/*", [{ id: 2 }]]],
  ["GET /rpc/between_clubs?low=1&high=2&select=id&name=eq.Harriers", {}, ["200 0-0/*", [{ id: 1 }]]],
  ["POST /rpc/between_clubs?select=id", typed(form, "low=2&high=3"), ["200 0-1/*", [{ id: 2 }, { id: 3 }]]],
  // A negative limit, and a GET that would make a change.
  ["GET /rpc/all_clubs?limit=-1", {}, ["416 PGRST103"]],
  ["GET /rpc/called", {}, ["405 25006"]],
  ["HEAD /rpc/called", {}, ["405 null", ""]],
  ["GET /rpc/all_clubs?select=count()", {}, ["400 PGRST123"]],
  ["POST /rpc/nobody", {}, ["404 PGRST202"]],
])("%s with %j", async (line, asking, expected) => expect(await told(line, asking)).toEqual(expected))

test.each<[string, DataAsking, string]>([
  ["GET /rpc/all_clubs", prefer("count=exact"), "200 0-2/3"],
  ["GET /rpc/all_clubs?limit=1", prefer("count=exact"), "206 0-0/3"],
  ["GET /rpc/all_clubs?limit=1", prefer("count=estimated"), "206 0-0/3"],
  ["GET /rpc/all_clubs?limit=1", prefer("count=planned"), "200 0-0/*"],
  ["GET /rpc/names?limit=1", prefer("count=exact"), "206 0-0/3"],
  ["GET /rpc/all_clubs?id=eq.9", prefer("count=exact"), "200 */0"],
  ["GET /rpc/all_clubs?offset=9", prefer("count=exact"), "416 */3"],
  // The Range header applies to GET only.
  ["GET /rpc/all_clubs", prefer("count=exact", { headers: { range: "1-1" } }), "206 1-1/3"],
  ["HEAD /rpc/all_clubs", { headers: { range: "1-1" } }, "200 0-2/*"],
  ["POST /rpc/all_clubs", { headers: { range: "1-1" } }, "200 0-2/*"],
])("the rows of %s with %j: %s", async (line, asking, expected) => {
  const { status, headers } = await data.ask(line, asking)
  expect(`${status} ${headers.get("content-range")}`).toBe(expected)
})

test("counting a function's rows does not call it twice", async () => {
  await data.database.db.query("delete from arena.calls")
  expect(await told("POST /rpc/called", prefer("count=exact"))).toEqual(["200 0-0/1", [1]])
  expect(await data.database.db.query("select n from arena.calls")).toEqual([{ n: 1 }])
})

test("bytes are passed to a function unchanged", async () => {
  const answer = await data.api.fetch(
    new Request("http://test/rest/v1/rpc/as_bytes", {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: new Uint8Array([0, 1, 0x5c, 0xff]),
    }),
    { claims: { role: "anon" } },
  )
  expect(await answer.json()).toBe("00015cff")
})

const one = { accept: "application/vnd.pgrst.object+json" }
test.each<[string, DataAsking, unknown[], number]>([
  ["POST /rpc/called", {}, ["200 0-0/*", [1]], 1],
  ["POST /rpc/called", prefer("tx=rollback"), ["200 0-0/*", [1]], 0],
  ["POST /rpc/called", prefer("tx=commit"), ["200 0-0/*", [1]], 1],
  ["POST /rpc/called", prefer("handling=strict,max-affected=0"), ["400 PGRST124"], 0],
  ["POST /rpc/called", prefer("handling=strict,max-affected=1"), ["200 0-0/*", [1]], 1],
  ["POST /rpc/called", prefer("handling=lenient,max-affected=0"), ["200 0-0/*", [1]], 1],
  ["POST /rpc/called?limit=0", { headers: one }, ["406 PGRST116"], 0],
  [
    "POST /rpc/called",
    { headers: { accept: "application/vnd.pgrst.plan; options=analyze" } },
    ["200 null", expect.stringContaining("Function Scan on called")],
    0,
  ],
])("%s with %j is committed or rolled back", async (line, asking, expected, calls) => {
  await data.database.db.query("delete from arena.calls")
  expect(await told(line, asking)).toEqual(expected)
  expect(await data.database.db.query("select n from arena.calls")).toHaveLength(calls)
})

test.each<[string, DataAsking, unknown[]]>([
  ["GET /rpc/all_clubs?id=eq.2&select=id", { headers: one }, ["200 0-0/*", { id: 2 }]],
  ["GET /rpc/all_clubs", { headers: one }, ["406 PGRST116"]],
  [
    "GET /rpc/first_club",
    { headers: { accept: "application/vnd.pgrst.array+json;nulls=stripped" } },
    ["200 0-0/*", { id: 1, name: "Harriers", town: "York" }],
  ],
  [
    "GET /rpc/all_clubs?id=eq.2",
    { headers: { accept: "application/vnd.pgrst.array+json;nulls=stripped" } },
    ["200 0-0/*", [{ id: 2, name: "Owls" }]],
  ],
  // max-affected applies only to functions that return a set.
  ["GET /rpc/first_club", prefer("handling=strict,max-affected=5"), ["400 PGRST128"]],
  ["POST /rpc/nothing", prefer("handling=strict,max-affected=5"), ["400 PGRST128"]],
  ["POST /rpc/nothing", prefer("handling=lenient,max-affected=5"), ["204 0-0/*", ""]],
  ["POST /rpc/nothing", prefer("handling=strict"), ["204 0-0/*", ""]],
  [
    "GET /rpc/all_clubs?select=id",
    prefer("handling=strict,max-affected=3"),
    ["200 0-2/*", [{ id: 1 }, { id: 2 }, { id: 3 }]],
  ],
])("%s with %j", async (line, asking, expected) => expect(await told(line, asking)).toEqual(expected))
