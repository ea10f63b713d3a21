import { expect, test } from "vitest"
import { shareConnections } from "./share-connections.ts"

const project = { SUPABASE_URL: "https://abc.supabase.co", POSTGREST_URL: undefined }
const own = { SUPABASE_URL: undefined, POSTGREST_URL: undefined }

test("whatever the limit, the shares and the listener's connection add up to it", () => {
  for (let all = 5; all <= 500; all++) {
    for (const where of [project, own]) {
      const { statements, dataApi } = shareConnections({ DATABASE_POOL: all, ...where })
      expect(statements + dataApi + 1).toBe(all)
      expect(statements).toBeGreaterThanOrEqual(3)
    }
  }
  expect(shareConnections({ DATABASE_POOL: 15, ...own })).toEqual({ statements: 10, dataApi: 4 })
  expect(shareConnections({ DATABASE_POOL: 15, ...project })).toEqual({ statements: 14, dataApi: 0 })
})
