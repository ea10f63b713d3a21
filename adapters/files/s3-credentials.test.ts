/** Credentials from the role of an Amazon EC2 instance or container, tested against a simulated metadata server. */
import { writeFile } from "node:fs/promises"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { scratchFolder } from "#test/support/scratch.ts"
import { createCredentials } from "./s3-credentials.ts"

const minute = 60_000
let asked: string[]
let answer: (request: IncomingMessage) => { status?: number; text: string }
let address: string
let stop: () => void
beforeEach(async () => {
  asked = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { status = 200, text } = answer(request)
    response.writeHead(status).end(text)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () => void server.close().closeAllConnections()
})
afterEach(() => stop())

const role = (id: string, goodForMs: number) =>
  JSON.stringify({
    Code: "Success",
    ...{ AccessKeyId: id, SecretAccessKey: `secret of ${id}`, Token: `token of ${id}` },
    Expiration: new Date(Date.now() + goodForMs).toISOString(),
  })

/** A metadata service that returns the role only to requests with the session token. */
function machine(roles: () => string) {
  answer = ({ method, url, headers }) => {
    if (url === "/latest/api/token")
      return method === "PUT" && headers["x-aws-ec2-metadata-token-ttl-seconds"]
        ? { text: "session" }
        : { status: 400, text: "" }
    if (headers["x-aws-ec2-metadata-token"] !== "session") return { status: 401, text: "" }
    return { text: url?.endsWith("/security-credentials/") ? "site-role" : roles() }
  }
}

test("a configured key is used as it is, without a metadata request", async () => {
  const credentials = { accessKeyId: "KEY", secretAccessKey: "SECRET" }
  expect(await createCredentials({ credentials, metadata: address }).get()).toEqual(credentials)
  expect(asked).toEqual([])
})

test("an instance's role is requested once for many requests", async () => {
  machine(() => role("FIRST", 60 * minute))
  const credentials = createCredentials({ metadata: address })
  const all = await Promise.all(Array.from({ length: 5 }, () => credentials.get()))
  all.push(await credentials.get())
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(all[0]).toEqual({
    accessKeyId: "FIRST",
    secretAccessKey: "secret of FIRST",
    sessionToken: "token of FIRST",
  })
  expect(asked).toEqual([
    "PUT /latest/api/token",
    "GET /latest/meta-data/iam/security-credentials/",
    "GET /latest/meta-data/iam/security-credentials/site-role",
  ])
})

test("credentials are renewed before they expire, and kept while renewal fails", async () => {
  let given = role("FIRST", 4 * minute)
  machine(() => given)
  const credentials = createCredentials({ metadata: address })
  expect((await credentials.get()).accessKeyId).toBe("FIRST")
  answer = () => ({ status: 503, text: "" })
  expect((await credentials.get()).accessKeyId).toBe("FIRST")
  given = role("SECOND", 60 * minute)
  machine(() => given)
  expect((await credentials.get()).accessKeyId).toBe("SECOND")
})

test("a container's role is requested with the token from its file", async () => {
  const tokenFile = join(await scratchFolder(), "container-token")
  await writeFile(tokenFile, "of the container\n")
  answer = ({ headers, url }) =>
    headers.authorization === "of the container" && url === "/v2/role"
      ? { text: role("CONTAINER", 60 * minute) }
      : { status: 403, text: "" }
  const container = { url: `${address}/v2/role`, tokenFile }
  expect(await createCredentials({ container }).get()).toMatchObject({ accessKeyId: "CONTAINER" })
  await expect(createCredentials({ container: { url: container.url } }).get()).rejects.toMatchObject({
    name: "NoCredentials",
  })
})

test("without a key or a role, requests fail with that reason, and the next request checks again", async () => {
  answer = () => ({ status: 404, text: "" })
  const credentials = createCredentials({ metadata: address })
  await expect(credentials.get()).rejects.toMatchObject({ name: "NoCredentials" })
  machine(() => role("LATER", 60 * minute))
  expect((await credentials.get()).accessKeyId).toBe("LATER")
})
