import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely"
import { expect, test } from "vitest"
import type { Catalog } from "./catalog.ts"
import { requireExposed } from "./statement-relations.ts"

// biome-ignore lint/suspicious/noExplicitAny: statements about tables that nothing describes
const db = new Kysely<any>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (instance) => new PostgresIntrospector(instance),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema("shop")
const bare = db.withoutPlugins()

const catalog = {
  tables: [
    { schema: "shop", name: "items" },
    { schema: "shop", name: "orders" },
    { schema: "other", name: "secrets" },
  ],
  views: [{ schema: "shop", name: "totals" }],
} as unknown as Catalog
const check = (query: { compile(): Parameters<typeof requireExposed>[0] }) =>
  requireExposed(query.compile(), { catalog, schema: "shop" })

test.each([
  ["a table", db.selectFrom("items").selectAll()],
  ["a view", db.selectFrom("totals as t").select("t.id")],
  ["a join", db.selectFrom("items").innerJoin("orders", "orders.item", "items.id").select("items.id")],
  ["a function's rows", db.selectFrom(sql`"shop"."fast"(${5})`.as("items")).selectAll()],
  ["an insert", db.insertInto("items").values({ id: 1, note: "secrets" })],
  ["a delete", db.deleteFrom("items").where("id", "=", 1)],
])("%s of the schema passes", (_what, query) => {
  expect(() => check(query)).not.toThrow()
})

test.each([
  ["a table that the schema does not have", db.selectFrom("pg_class").selectAll()],
  ["a table of another schema by its short name", db.selectFrom("secrets").selectAll()],
  ["a table of another schema", bare.selectFrom("other.secrets").selectAll()],
  ["the search path", bare.selectFrom("items").selectAll()],
  ["the catalog", bare.selectFrom("pg_catalog.pg_class").selectAll()],
  ["a join", db.selectFrom("items").leftJoin("pg_class as a", "a.oid", "items.id").selectAll()],
  [
    "a subquery of the selection",
    db.selectFrom("items").select((eb) => eb.selectFrom("pg_class").select("relname").limit(1).as("a")),
  ],
  [
    "a subquery in a raw fragment",
    db
      .selectFrom("items")
      .select(sql`(select json_agg(a) from ${db.selectFrom("pg_class").selectAll()} as a)`.as("x")),
  ],
  [
    "a raw table",
    db.selectFrom("items").select(sql`(select count(*) from ${sql.table("pg_class")})`.as("x")),
  ],
  [
    "a condition",
    db
      .selectFrom("items")
      .selectAll()
      .where(({ exists, selectFrom }) => exists(selectFrom("pg_class").selectAll())),
  ],
  ["an insert", db.insertInto("pg_class").values({ id: 1 })],
  ["an update", db.updateTable("pg_class").set({ relname: "x" })],
  ["an update from", db.updateTable("items").from("pg_class").set({ id: 1 })],
  ["a delete", db.deleteFrom("pg_class")],
  ["a delete using", db.deleteFrom("items").using("pg_class")],
])("%s outside the schema is refused", (_what, query) => {
  expect(() => check(query)).toThrow(expect.objectContaining({ status: 400, code: "PGRST200" }))
})
