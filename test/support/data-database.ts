import { createDataApi, type DataApi } from "#platform/data.ts"
import type { DataSettings } from "#platform/gateway/contract.ts"
import { createTestDatabase, type TestDatabase } from "./database.ts"

/** A response of the Data API. */
export interface DataAnswer {
  status: number
  /** JSON if declared as such, otherwise text. */
  body: unknown
  /** The code of a refusal. */
  code: string | undefined
  headers: Headers
}

export interface DataAsking {
  headers?: Record<string, string>
  /** A string is sent as it is, any other value as JSON. */
  body?: unknown
  /** Default anon. */
  role?: string
}

export interface OpenData {
  database: TestDatabase
  api: DataApi
  /** Sends a request without a server: `GET /clubs?id=eq.1`. */
  ask(line: string, asking?: DataAsking): Promise<DataAnswer>
  close(): Promise<void>
}

/**
 * The Data API on a separate database whose schema `arena` contains the objects created by `sql`; every role may do
 * everything there.
 */
export async function openData(sql: string, settings: DataSettings = {}): Promise<OpenData> {
  const database = await createTestDatabase({ max: 3 })
  await database.db.query(`create schema arena; grant usage on schema arena to anon, authenticated;
    alter default privileges in schema arena grant all on tables to anon, authenticated;
    set search_path to arena; ${sql}; reset search_path`)
  const api = createDataApi({ database: database.db, schemas: ["arena"], connections: 2, ...settings })
  return {
    database,
    api,
    async ask(line, { headers = {}, body, role = "anon" } = {}) {
      const [method = "", path = ""] = line.split(/ (.*)/s)
      const request = new Request(`http://test/rest/v1${path}`, {
        method,
        headers: { ...(typeof body === "object" && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      })
      const answer = await api.fetch(request, { claims: { role } })
      const text = await answer.text()
      const isJson = text !== "" && /^application\/[\w.+]*json/.test(answer.headers.get("content-type") ?? "")
      const read = isJson ? JSON.parse(text) : text
      return { status: answer.status, body: read, code: read?.code, headers: answer.headers }
    },
    async close() {
      await api.close()
      await database.drop()
    },
  }
}
