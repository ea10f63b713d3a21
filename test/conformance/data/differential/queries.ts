import fc from "fast-check"

/** One request to the Data API, on the tables of tables.sql. */
export interface Asked {
  method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE" | "PUT"
  path: string
  query: [string, string][]
  headers: Record<string, string>
  body?: unknown
}

const columns: Record<string, readonly string[]> = {
  clubs: ["id", "name", "founded_on"],
  athletes: [
    "id",
    "name",
    "nickname",
    "club_id",
    "best_km",
    "active",
    "tags",
    "settings",
    "season",
    "joined_at",
    "medal",
  ],
  races: ["id", "title", "distance_m"],
  results: ["athlete_id", "race_id", "time_s"],
  passports: ["athlete_id", "number"],
  users: ["id", "display_name"],
  posts: ["id", "user_id", "title"],
  club_sizes: ["id", "name", "members"],
  duels: ["id", "home", "away"],
}
const partners: Record<string, readonly string[]> = {
  clubs: ["athletes", "duels!home", "duels"],
  athletes: ["clubs", "passports", "results", "races"],
  races: ["results", "athletes"],
  results: ["athletes", "races"],
  passports: ["athletes"],
  users: ["posts"],
  posts: ["users"],
  duels: ["clubs!home", "clubs!duels_away_fkey", "clubs"],
  club_sizes: [],
}
const keys: Record<string, string> = {
  clubs: "id",
  athletes: "id",
  races: "id",
  results: "athlete_id,race_id",
  passports: "athlete_id",
  users: "id",
  posts: "id",
  club_sizes: "id",
  duels: "id",
}

const table = fc.constantFrom(...Object.keys(columns))
const columnsOf = (name: string) => columns[name] ?? []
const columnOf = (name: string) => fc.constantFrom(...columnsOf(name))

function item(name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: columnOf(name) },
    { weight: 1, arbitrary: columnOf(name).map((column) => `renamed:${column}`) },
    { weight: 1, arbitrary: columnOf(name).map((column) => `${column}::text`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("settings->theme", "settings->>theme", "level:settings->level", "nope"),
    },
  )
}

function embed(name: string, depth: number): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...(partners[name] ?? [])),
      fc.constantFrom("", "", "", "a:", "..."),
      fc.constantFrom("", "", "!inner", "!left"),
      fc.boolean(),
    )
    .chain(([partner, prefix, join, all]) => {
      const [target = ""] = partner.split("!")
      const inside = all ? fc.constant("*") : select(target, depth - 1)
      return inside.map((items) => `${prefix}${partner}${join}(${items})`)
    })
}

function select(name: string, depth: number): fc.Arbitrary<string> {
  const items = fc.oneof(
    { weight: 1, arbitrary: fc.constant(["*"]) },
    { weight: 4, arbitrary: fc.uniqueArray(item(name), { minLength: 1, maxLength: 3 }) },
  )
  if (depth <= 0 || (partners[name] ?? []).length === 0) return items.map((all) => all.join(","))
  return fc
    .tuple(items, fc.array(embed(name, depth), { maxLength: 1 }))
    .map(([all, embeds]) => [...all, ...embeds].join(","))
}

const condition = fc.oneof(
  fc.tuple(
    fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte"),
    fc.constantFrom("1", "2", "Ann", "3.5", "2024-01-01", "true"),
  ),
  fc.tuple(
    fc.constantFrom("like", "ilike", "match", "imatch"),
    fc.constantFrom("A*", "*n*", "%b%", "^[AB]", "x"),
  ),
  fc.tuple(fc.constant("is"), fc.constantFrom("null", "true", "not_null", "unknown", "maybe")),
  fc.tuple(fc.constant("in"), fc.constantFrom("(1,2)", '("Ann","Bob")', "()", "(1)")),
  fc.tuple(
    fc.constantFrom("cs", "cd", "ov"),
    fc.constantFrom("{run}", "{run,swim}", "[2020,2021)", '{"theme":"dark"}'),
  ),
  fc.tuple(
    fc.constantFrom("fts", "plfts", "eq(any)", "like(all)", "isdistinct"),
    fc.constantFrom("run", "{1,2}", "{A*,*n*}", "1"),
  ),
  fc.tuple(fc.constantFrom("nope", "EQ", ""), fc.constantFrom("1", "")),
)
const filterText = fc
  .tuple(fc.constantFrom("", "", "", "not."), condition)
  .map(([not, [operator, value]]) => `${not}${operator}.${value}`)

function filter(name: string): fc.Arbitrary<[string, string]> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(columnOf(name), filterText) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(columnOf(name), filterText, columnOf(name), filterText)
        .map(([a, one, b, two]): [string, string] => ["or", `(${a}.${one},${b}.${two})`]),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom("settings->>theme", "settings->level", "nope"), filterText),
    },
  )
}

const counting = fc.constantFrom("", "", "", "count=exact", "count=planned", "count=estimated")
const accept = fc.constantFrom(
  ...Array<string>(8).fill("application/json"),
  "application/vnd.pgrst.object+json",
  "text/csv",
  "application/xml",
)

const reads: fc.Arbitrary<Asked> = table.chain((name) =>
  fc
    .record({
      method: fc.constantFrom("GET", "GET", "GET", "HEAD") as fc.Arbitrary<Asked["method"]>,
      select: fc.option(select(name, 2), { freq: 4 }),
      filters: fc.array(filter(name), { maxLength: 2 }),
      order: fc.option(
        fc.tuple(columnOf(name), fc.constantFrom("", ".desc", ".asc.nullsfirst", ".desc.nullslast", ".up")),
      ),
      limit: fc.option(fc.constantFrom("0", "1", "2", "x", "-1"), { freq: 3 }),
      offset: fc.option(fc.constantFrom("0", "1", "9"), { freq: 2 }),
      prefer: counting,
      accept,
    })
    .map(({ method, select, filters, order, limit, offset, prefer, accept }) => ({
      method,
      path: `/${name}`,
      query: [
        ...(select === null ? [] : [["select", select] as [string, string]]),
        ...filters,
        // The key comes last, so that the order is total.
        ...(order === null ? [] : [["order", `${order[0]}${order[1]},${keys[name]}`] as [string, string]]),
        ...(limit === null ? [] : [["limit", limit] as [string, string]]),
        ...(offset === null ? [] : [["offset", offset] as [string, string]]),
      ],
      headers: { accept, ...(prefer && { prefer }) },
    })),
)

const calls: fc.Arbitrary<Asked> = fc
  .record({
    method: fc.constantFrom("GET", "POST", "POST", "HEAD") as fc.Arbitrary<Asked["method"]>,
    call: fc.constantFrom<[string, Record<string, unknown>]>(
      ["add", { a: 1, b: 2 }],
      ["add", { a: 1 }],
      ["add", { a: "x" }],
      ["add", { b: 2 }],
      ["add", { a: 1, c: 2 }],
      ["ad", { a: 1 }],
      ["nothing", {}],
      ["nothing", { x: 1 }],
      ["fast", { limit_km: 5 }],
      ["names", {}],
      ["pair", {}],
      ["echo_list", { given: "{1,2}" }],
      ["same_text", { given: "007" }],
      ["over", { given: 1 }],
      ["over", { given: 1, other: 2 }],
      ["over", { other: 2 }],
      ["either", { given: "1" }],
      ["total", { a: 1, b: 2 }],
      ["refuse", {}],
      ["touch_clubs", {}],
      ["greeting", { who: "(1,Ann,2020-01-01)" }],
      ["unknown", {}],
    ),
    query: fc.constantFrom<[string, string][]>(
      [],
      [],
      [],
      [["select", "name,clubs(name)"]],
      [["limit", "1"]],
      [["order", "id"]],
      [["id", "eq.1"]],
      [["select", "nope"]],
    ),
    prefer: counting,
    accept,
  })
  .map(({ method, call: [name, args], query, prefer, accept }) => ({
    method,
    path: `/rpc/${name}`,
    query:
      method === "POST"
        ? query
        : [...Object.entries(args).map(([key, value]): [string, string] => [key, String(value)]), ...query],
    headers: { accept, prefer: [prefer, "tx=rollback"].filter(Boolean).join(",") },
    ...(method === "POST" && { body: args }),
  }))

const rows: Record<string, readonly unknown[]> = {
  clubs: [
    { id: 60, name: "New" },
    { id: 1, name: "Renamed" },
    { name: "No key" },
    { id: "x", name: 1 },
    { id: 61, name: "A", nope: 1 },
    {},
  ],
  athletes: [
    { name: "New" },
    { name: "New", club_id: 99 },
    { name: "New", tags: ["a"], settings: { a: [1] } },
    { medal: "tin", name: "x" },
    { id: 1, name: "Ann2" },
  ],
  races: [
    { id: 9, title: "New", distance_m: 1 },
    { id: 9, title: "New", distance_m: -1 },
  ],
  club_sizes: [{ name: "x" }],
}

const writes: fc.Arbitrary<Asked> = fc.constantFrom(...Object.keys(rows)).chain((name) =>
  fc
    .record({
      method: fc.constantFrom("POST", "POST", "PATCH", "DELETE") as fc.Arbitrary<Asked["method"]>,
      row: fc.constantFrom(...(rows[name] ?? [])),
      many: fc.boolean(),
      filters: fc.array(
        fc.tuple(fc.constant("id"), fc.constantFrom("eq.1", "eq.3", "gt.2", "in.(1,2)", "is.null")),
        { minLength: 1, maxLength: 1 },
      ),
      select: fc.option(select(name, 1)),
      prefer: fc.constantFrom(
        "return=minimal",
        "return=representation",
        "return=representation",
        "return=headers-only",
        "resolution=merge-duplicates,return=representation",
        "resolution=ignore-duplicates,return=representation",
      ),
      counting,
      accept,
    })
    .map(({ method, row, many, filters, select, prefer, counting, accept }) => ({
      method,
      path: `/${name}`,
      query: [
        ...(method === "POST" ? [] : filters),
        ...(select === null ? [] : [["select", select] as [string, string]]),
      ],
      headers: { accept, prefer: [prefer, counting, "tx=rollback"].filter(Boolean).join(",") },
      ...(method !== "DELETE" && { body: many && method === "POST" ? [row] : row }),
    })),
)

export const queries: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 6, arbitrary: reads },
  { weight: 2, arbitrary: calls },
  { weight: 2, arbitrary: writes },
)
