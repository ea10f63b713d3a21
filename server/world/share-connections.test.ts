import { expect, test } from "vitest"
import { shareConnections } from "./share-connections.ts"

const project = {
  DATABASE_READ_URL: undefined,
  SUPABASE_URL: "https://abc.supabase.co",
  POSTGREST_URL: undefined,
}
const own = { DATABASE_READ_URL: undefined, SUPABASE_URL: undefined, POSTGREST_URL: undefined }
const replicated = { ...own, DATABASE_READ_URL: "postgres://replica/b4m" }

test("for any limit, connections add up to it, and the Data API leaves more than half of them to pages", () => {
  for (let all = 5; all <= 500; all++) {
    for (const where of [project, own, replicated]) {
      const { statements, dataApi } = shareConnections({ DATABASE_POOL: all, ...where })
      expect(statements + (where === replicated ? 2 : 1)).toBe(all)
      expect(dataApi).toBeLessThanOrEqual(statements / 2)
    }
  }
  expect(shareConnections({ DATABASE_POOL: 15, ...own })).toEqual({ statements: 14, dataApi: 6 })
  expect(shareConnections({ DATABASE_POOL: 15, ...project })).toEqual({ statements: 14, dataApi: 0 })
})
