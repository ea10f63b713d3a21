/** Files from a phone's share menu without a service worker: returned to the browser, and not stored here. */
import { expect, test } from "vitest"
import { sharedFilesEndpoint } from "./shared-files.ts"

const app = sharedFilesEndpoint()

function formOf(...files: File[]): RequestInit {
  const body = new FormData()
  for (const file of files) body.append("files", file)
  return { method: "POST", body }
}

test("The response contains every file under its own name, as data that cannot run", async () => {
  const name = "</script><script>alert(1)</script>.fit"
  const sent = [
    new File([new Uint8Array([0, 255, 14])], name),
    new File(["<gpx/>"], "run.gpx"),
    new File([], "empty"),
  ]
  const answer = await app.request("/shared-files", formOf(...sent))
  expect(answer.status).toBe(200)
  expect(answer.headers.get("cache-control")).toBe("no-store")
  expect(answer.headers.get("content-security-policy")).toContain("script-src 'self';")
  const html = await answer.text()
  expect(html).not.toContain("alert(1)</script>")
  const [, data = ""] = /id="shared">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data)).toEqual([
    { name, base64: "AP8O" },
    { name: "run.gpx", base64: Buffer.from("<gpx/>").toString("base64") },
  ])
})

test("A reload leads to the account, and a request that is not a form is refused", async () => {
  const reload = await app.request("/shared-files")
  expect([reload.status, reload.headers.get("location")]).toEqual([303, "/account"])
  const headers = { "content-type": "application/json" }
  expect((await app.request("/shared-files", { method: "POST", body: "{}", headers })).status).toBe(415)
})
