import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { isoInstant, isoTimestamp } from "./value-types.ts"

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(() => database.drop())

test.each([
  "2024-01-02 03:04:05.678",
  "2024-01-02 03:04:05",
  "0044-03-15 12:00:00 BC",
  "infinity",
  "-infinity",
  "20240-01-01 00:00:00.000001",
])("timestamps are printed as to_json prints them: %s", async (given) => {
  const [row] = await database.db.query(
    `select ($1::text)::timestamp::text as plain, to_json(($1::text)::timestamp)#>>'{}' as json,
            (($1::text)::timestamp at time zone 'utc')::text as instant, to_json(($1::text)::timestamp at time zone 'utc')#>>'{}' as instant_json`,
    [given],
  )
  expect(isoTimestamp(String(row?.plain))).toBe(row?.json)
  expect(isoInstant(String(row?.instant))).toBe(row?.instant_json)
})

test.each(["Asia/Kolkata", "America/St_Johns", "Europe/Berlin"])("instants in %s", async (zone) => {
  await database.db.transaction(async (tx) => {
    await tx.query("select set_config('timezone', $1, true)", [zone])
    const [row] = await tx.query(
      "select '2024-07-02 03:04:05.678+00'::timestamptz::text as instant, to_json('2024-07-02 03:04:05.678+00'::timestamptz)#>>'{}' as json",
    )
    expect(isoInstant(String(row?.instant))).toBe(row?.json)
  })
})
