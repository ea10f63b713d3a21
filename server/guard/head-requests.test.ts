import { Hono } from "hono"
import { expect, test } from "vitest"
import type { AppEnv } from "../context.ts"
import { headRequests } from "./head-requests.ts"

test.each([
  ["HEAD", true],
  ["GET", false],
])("the body behind a %s request is canceled: %s", async (method, canceled) => {
  let isCanceled = false
  const app = new Hono<AppEnv>()
  app.use(headRequests())
  app.get("/file", () => {
    const body = new ReadableStream({
      cancel() {
        isCanceled = true
      },
    })
    return new Response(body, { status: 200, headers: { "content-length": "7", "content-type": "text/csv" } })
  })
  const answer = await app.request("/file", { method })
  expect(isCanceled).toBe(canceled)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-length": "7",
    "content-type": "text/csv",
  })
  expect(answer.body === null).toBe(canceled)
})
