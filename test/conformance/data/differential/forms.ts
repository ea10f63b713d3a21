import type { Asked } from "./queries.ts"

/** Forms of requests that `queries` does not combine: each must be answered as PostgREST answers it. */
const reads = [
  // JSON paths of json, jsonb, arrays and composites; negative indexes; keys that are numbers.
  "/athletes?select=id&settings->0->>a=is.null",
  "/athletes?select=id&settings->-1=is.null",
  "/athletes?select=id&raw->>a=is.null",
  "/athletes?select=id&tags->>0=eq.run",
  "/athletes?select=id&splits->>first_s=eq.61",
  "/athletes?select=id,settings->theme,x:settings->level::int,settings->0",
  "/athletes?select=id&order=settings->>theme.desc.nullslast,id",
  // A name and a value that need quotes.
  '/clubs?"na\\"me"=eq.1',
  '/clubs?select="a\\"b":name&id=eq.1',
  '/athletes?select=id&name=in.("Dee, \\"D\\"",Ann)',
  "/athletes?select=id&name=eq.*n*",
  // Ranges and text searches.
  "/athletes?select=id&season=sl.[2023,2024)",
  "/athletes?select=id&season=sr.[2020,2023)",
  "/athletes?select=id&season=nxr.[2020,2025)",
  "/athletes?select=id&season=nxl.[2023,2024)",
  "/athletes?select=id&season=adj.[2018,2020)",
  "/athletes?select=id&bio_words=wfts(english).run",
  "/athletes?select=id&bio_words=not.fts.run",
  "/athletes?select=id&bio=fts(english).running",
  "/athletes?select=id&bio=phfts(english).heavy weights",
  // Conditions in conditions, and the same value in several.
  "/athletes?select=id&id=eq.1&club_id=eq.1",
  "/athletes?select=id&and=(id.gt.1,club_id.eq.1)",
  "/athletes?select=id&not.or=(id.eq.1,name.not.eq.Bob)",
  "/athletes?select=id&or=(id.eq.1,not.and(id.gt.2,id.lt.5))",
  "/athletes?select=id&active=is.FALSE",
  "/athletes?select=id&active=is.unknown",
  // Whether a related row exists, also under an alias and beside a column of the same name.
  "/athletes?select=id,clubs(id)&clubs=is.null",
  "/athletes?select=id,clubs(id)&clubs=not.is.null",
  "/athletes?select=id,clubs(id)&or=(clubs.is.null,id.eq.1)",
  "/clubs?select=id,athletes(id)&athletes=is.null",
  "/clubs?select=id,a:athletes(id)&a=is.null",
  "/clubs?select=id,a:athletes(id)&athletes=is.null",
  "/clubs?select=id,athletes(id)&athletes=eq.1",
  // Embeds: without columns, nested, by a join table, by a function, ordered and limited in themselves.
  "/athletes?select=id,clubs()",
  "/athletes?select=id,c:clubs(*)",
  "/athletes?select=id,...clubs(club:name)",
  "/athletes?select=id,races(title)&races.order=id.desc&races.limit=1",
  "/clubs?select=id,athletes(id,passports(number))&athletes.order=id.desc&athletes.limit=1&athletes.offset=1",
  "/athletes?select=id,clubs(name)&order=clubs(name).desc.nullslast,id",
  "/clubs?select=*,club_label",
  "/athletes?select=id,clubs!inner(id)&id=gt.1&order=id&limit=1",
  // Aggregates, alone, grouped, cast, and of embedded rows.
  "/athletes?select=count()",
  "/athletes?select=n:count()::text",
  "/athletes?select=club_id,count(),id.max()",
  "/athletes?select=settings->theme,count()",
  "/athletes?select=t:club_id::text,s:id::numeric.avg()::text",
  "/athletes?select=count(),...clubs(name,founded_on)",
  "/athletes?select=club_id,count()&order=club_id.desc&limit=2",
  "/clubs?select=id,athletes(active,id.sum())",
  // Functions: named, defaulted and repeated arguments, and those of a variadic one in every spelling.
  "/rpc/add?a=1&b=2",
  "/rpc/add?a=1&a=2",
  "/rpc/scaled?factor=2&parts=3",
  "/rpc/scaled?factor=2&parts=3&parts=4",
  "/rpc/scaled?factor=2&parts=3&parts={4}",
  "/rpc/scaled?factor=2&parts={4",
  "/rpc/scaled?factor=2&parts=4}",
]

const representation = "return=representation,tx=rollback"
const merge = `resolution=merge-duplicates,${representation}`

const changes: [line: string, prefer: string, body?: unknown][] = [
  ["POST /rpc/scaled", "tx=rollback", { factor: 2, parts: [3, 4] }],
  ["POST /rpc/add", "tx=rollback", { a: 1, b: 2, c: 3 }],
  ["POST /clubs", representation, []],
  ["POST /clubs?columns=id,name", representation, [{ id: 60, name: "A", founded_on: "2020-01-01" }]],
  [
    "POST /clubs",
    merge,
    [
      { id: 1, name: "Renamed" },
      { id: 60, name: "New" },
    ],
  ],
  ["POST /clubs?on_conflict=name", merge, { id: 60, name: "Harriers" }],
  ["POST /clubs", `resolution=ignore-duplicates,${representation}`, [{ id: 1, name: "B" }]],
  ["POST /athletes?select=name,active,tags", `missing=default,${representation}`, [{ name: "A" }]],
  [
    "POST /athletes?columns=name,active&select=name,active",
    `missing=default,${representation}`,
    [{ name: "A" }],
  ],
  ["POST /posts?select=title,users(display_name)", representation, { id: 9, user_id: 1, title: "New" }],
  ["PATCH /clubs?id=eq.1", representation, {}],
  ["PATCH /clubs?id=eq.1&select=name", representation, { name: "A", founded_on: null }],
  ["PATCH /athletes?id=lt.3&select=id,clubs(name)&order=id.desc", representation, { active: false }],
  ["PATCH /athletes?id=lt.3&select=count()", representation, { active: false }],
  ["DELETE /results?race_id=eq.1&select=time_s,races(title)", representation],
  ["PUT /clubs?id=eq.1", representation, { id: 1, name: "Put" }],
  ["PUT /clubs?id=eq.1", representation, { id: 2, name: "Put" }],
  ["PUT /clubs?id=eq.70", representation, { id: 70, name: "Put" }],
]

export const forms: readonly Asked[] = [
  ...reads.map((address) => formOf(`GET ${address}`)),
  ...["application/vnd.pgrst.object+json", "application/vnd.pgrst.array+json;nulls=stripped"].map((accept) =>
    formOf("GET /athletes?select=id,nickname&id=eq.2", { accept }),
  ),
  ...changes.map(([line, prefer, body]) => formOf(line, { prefer }, body)),
]

function formOf(line: string, headers: Record<string, string> = {}, body?: unknown): Asked {
  const [, method, path = "", query = ""] = /^(\S+) ([^?]+)\??(.*)$/s.exec(line) ?? []
  const parameters = query.split("&").filter(Boolean)
  return {
    method: method as Asked["method"],
    path,
    query: parameters.map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]),
    headers: { accept: "application/json", ...headers },
    ...(body !== undefined && { body }),
  }
}
