/** How the client behaves when a store fails, checked by the requests that arrive there. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, expect, test } from "vitest"
import { startS3 } from "#test/support/s3.ts"
import { scratchFolder } from "#test/support/scratch.ts"
import { createS3Files } from "./s3.ts"
import { createNamedObjects } from "./s3-named.ts"

interface Arrived {
  method: string
  url: string
  headers: IncomingMessage["headers"]
  body: Buffer
}

let arrived: Arrived[]
let answer: (request: Arrived, response: ServerResponse) => void
let stop: () => Promise<void>
let endpoint: string
beforeEach(async () => {
  arrived = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = "", url = "", headers } = request
    const one = { method, url, headers, body: Buffer.concat(chunks) }
    arrived.push(one)
    answer(one, response)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () =>
    new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
})
afterEach(() => stop())

const credentials = { accessKeyId: "KEY", secretAccessKey: "SECRET" }
const options = () => ({ bucket: "files", region: "eu-central-1", endpoint, credentials })
const key = `area/${"0".repeat(64)}`
const xmlError = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`
const refuse = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status, { "content-type": "application/xml" }).end(xmlError(code))

async function* pieces(...given: readonly (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const one of given) yield Buffer.from(one)
}

async function all<T>(given: AsyncIterable<T> | null): Promise<T[]> {
  const found: T[] = []
  for await (const one of given ?? []) found.push(one)
  return found
}

const textOf = async (bytes: AsyncIterable<Uint8Array> | null) => Buffer.concat(await all(bytes)).toString()

test("requests are signed for the region and contain the bucket in the path", async () => {
  answer = (_request, response) => response.end("hello")
  const objects = createNamedObjects(options())
  expect(await textOf(await objects.get("wal/a name+(1).gz"))).toBe("hello")
  expect(arrived).toMatchObject([{ method: "GET", headers: { "x-amz-content-sha256": expect.any(String) } }])
  expect(arrived[0]?.url.split("?")[0]).toBe("/files/wal/a%20name%2B%281%29.gz")
  expect(arrived[0]?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$/,
  )
  objects.close()
})

test.each([500, 503, 429])(
  "a request that fails with %d is retried, up to three attempts in total",
  async (status) => {
    answer = (_request, response) =>
      arrived.length < 3 ? refuse(response, status, "SlowDown") : response.end("at last")
    const objects = createNamedObjects(options())
    expect(await textOf(await objects.get("name"))).toBe("at last")
    expect(arrived).toHaveLength(3)
    answer = (_request, response) => refuse(response, status, "SlowDown")
    arrived = []
    await expect(objects.get("name")).rejects.toMatchObject({ name: "SlowDown" })
    expect(arrived).toHaveLength(3)
    objects.close()
  },
)

test("a request is retried after a broken connection, even a write", async () => {
  answer = (_request, response) => (arrived.length < 2 ? response.socket?.destroy() : response.end())
  const objects = createNamedObjects(options())
  await objects.put("name", pieces("he", "llo"))
  expect(arrived.map(({ method, body }) => [method, body.toString()])).toEqual([
    ["PUT", "hello"],
    ["PUT", "hello"],
  ])
  objects.close()
})

test("a refusal is not retried and keeps the store's error code", async () => {
  answer = (_request, response) => refuse(response, 403, "AccessDenied")
  const objects = createNamedObjects(options())
  await expect(objects.get("name")).rejects.toMatchObject({ name: "AccessDenied" })
  await expect(objects.put("name", pieces("x"))).rejects.toMatchObject({ name: "AccessDenied" })
  await expect(objects.remove("name")).rejects.toMatchObject({ name: "AccessDenied" })
  await expect(all(objects.list(""))).rejects.toMatchObject({ name: "AccessDenied" })
  expect(arrived).toHaveLength(4)
  objects.close()
})

test("a missing object is null, a missing bucket is an error", async () => {
  const files = createS3Files(options())
  answer = ({ method }, response) =>
    method === "HEAD" ? response.writeHead(404).end() : refuse(response, 404, "NoSuchKey")
  expect(await files.get(key)).toBeNull()
  expect(await files.stat(key)).toBeNull()
  expect(await files.remove(key)).toBe(false)
  answer = (_request, response) => refuse(response, 404, "NoSuchBucket")
  await expect(files.get(key)).rejects.toMatchObject({ name: "NoSuchBucket" })
  files.close()
})

test("a copy that fails after the store responded with 200 stores no file", async () => {
  answer = ({ method, headers }, response) =>
    method === "PUT" && headers["x-amz-copy-source"]
      ? response.writeHead(200, { "content-type": "application/xml" }).end(xmlError("AccessDenied"))
      : response.end()
  const files = createS3Files(options())
  await expect(files.put("area", pieces("x"))).rejects.toMatchObject({ name: "AccessDenied" })
  expect(arrived.at(-1)).toMatchObject({
    method: "DELETE",
    url: expect.stringContaining("/files/.unfinished/"),
  })
  files.close()
})

test.each([
  [404, "settings", "there is no bucket files there"],
  [403, "settings", "it refuses the key for the bucket files"],
  [301, "settings", "the bucket files is in another region"],
  [418, "answer", "it answers with 418"],
])("a bucket that responds with %d is a problem of its %s", async (status, kind, says) => {
  answer = (_request, response) => response.writeHead(status).end()
  const files = createS3Files(options())
  expect(await files.findProblem()).toEqual({ kind, says })
  files.close()
})

test("a store that accepts the request but does not respond is reported within five seconds", async () => {
  answer = () => {}
  const files = createS3Files(options())
  const before = performance.now()
  expect(await files.findProblem()).toEqual({ kind: "answer", says: "it does not answer" })
  expect(performance.now() - before).toBeLessThan(6_000)
  files.close()
})

test("a body that ends early causes an error instead of being truncated", async () => {
  answer = (_request, response) => {
    response.writeHead(200, { "content-length": "10" }).write("half")
    setTimeout(() => response.socket?.destroy(), 50)
  }
  const objects = createNamedObjects(options())
  await expect(textOf(await objects.get("name"))).rejects.toThrow()
  objects.close()
})

test("canceling a body closes its connection", async () => {
  let ended = false
  answer = (_request, response) => {
    response.on("close", () => {
      ended = true
    })
    response.writeHead(200, { "content-length": "1000000" }).write("begun")
  }
  const files = createS3Files(options())
  await (await files.get(key))?.body.cancel()
  await expect.poll(() => ended).toBe(true)
  files.close()
})

test("listings continue across pages, with names unchanged", async () => {
  const page = (names: string[], more: string) =>
    `<ListBucketResult>${names
      .map(
        (name) =>
          `<Contents><Key>${name}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified><Size>3</Size></Contents>`,
      )
      .join("")}${more}</ListBucketResult>`
  answer = ({ url }, response) => {
    const next = new URL(url, endpoint).searchParams.get("continuation-token")
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(
        next === "to+ken/="
          ? page(["wal/007"], "<IsTruncated>false</IsTruncated>")
          : page(
              ["wal/a&amp;b", "wal/c"],
              "<IsTruncated>true</IsTruncated><NextContinuationToken>to+ken/=</NextContinuationToken>",
            ),
      )
  }
  const objects = createNamedObjects(options())
  expect(await all(objects.list("wal/"))).toEqual(
    ["wal/a&b", "wal/c", "wal/007"].map((name) => ({ name, storedAt: new Date("2026-11-20T10:00:00Z") })),
  )
  answer = (_request, response) =>
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end("<ListBucketResult></ListBucketResult>")
  expect(await all(objects.list("wal/"))).toEqual([])
  objects.close()
})

test("multipart uploads and names with special characters work on a store that verifies signatures", async () => {
  const s3 = await startS3(join(await scratchFolder(), "s3-test-parts"))
  try {
    const objects = createNamedObjects(s3.options)
    const bytes = Buffer.alloc(20 * 1024 * 1024 + 7, "0123456789abcdef-")
    const chunks = Array.from({ length: 24 }, (_, n) => bytes.subarray(n * 900_001, (n + 1) * 900_001))
    await objects.put("large", pieces(...chunks))
    expect(Buffer.concat(await all(await objects.get("large"))).equals(bytes)).toBe(true)
    // This server verifies signatures, which are wrong if a name is encoded differently in the signature and in the
    // URL.
    for (const name of ["a/b c/+~(1)!'*.gz", "é/ñ & ü", "wal/00000001.gz.age"]) {
      await objects.put(name, pieces(name))
      expect(await textOf(await objects.get(name))).toBe(name)
      expect((await all(objects.list(name))).map((one) => one.name)).toEqual([name])
    }
    objects.close()
  } finally {
    await s3.close()
  }
})

/** A store for multipart uploads that refuses the part with this number. */
const partsWithout = (refused: number) => (request: Arrived, response: ServerResponse) => {
  const query = new URL(request.url, endpoint).searchParams
  const part = query.get("partNumber")
  if (part && Number(part) === refused) return refuse(response, 403, "AccessDenied")
  if (part) return response.writeHead(200, { etag: `"part-${part}"` }).end()
  if (query.has("uploads"))
    return response.end(
      "<InitiateMultipartUploadResult><UploadId>up/1+</UploadId></InitiateMultipartUploadResult>",
    )
  if (request.method === "DELETE") return response.writeHead(204).end()
  response.end("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
}

const partBytes = 8 * 1024 * 1024
const seen = () =>
  arrived.map(({ method, url }) => {
    const query = new URL(url, endpoint).searchParams
    const { uploadId, partNumber } = Object.fromEntries(query)
    return [method, query.has("uploads") ? "begin" : (partNumber ?? uploadId ?? "whole")].join(" ")
  })

test("an upload that fails at the start closes its source", async () => {
  answer = (_request, response) => refuse(response, 403, "AccessDenied")
  let isClosed = false
  async function* held() {
    try {
      for (;;) yield Buffer.alloc(partBytes)
    } finally {
      isClosed = true
    }
  }
  const objects = createNamedObjects(options())
  await expect(objects.put("name", held())).rejects.toMatchObject({ name: "AccessDenied" })
  expect(isClosed).toBe(true)
  objects.close()
})

test("parts are completed in order", async () => {
  answer = partsWithout(0)
  const objects = createNamedObjects(options())
  await objects.put("name", pieces(Buffer.alloc(partBytes * 2), Buffer.alloc(5)))
  expect(seen().toSorted()).toEqual(["POST begin", "POST up/1+", "PUT 1", "PUT 2", "PUT 3"])
  const sizes = arrived.filter(({ method }) => method === "PUT").map(({ body }) => body.byteLength)
  expect(sizes.toSorted((a, b) => a - b)).toEqual([5, partBytes, partBytes])
  const numbers = [
    ...(arrived
      .at(-1)
      ?.body.toString()
      .matchAll(/<PartNumber>(\d)<\/PartNumber>/g) ?? []),
  ]
  expect(numbers.map(([, number]) => number)).toEqual(["1", "2", "3"])
  objects.close()
})

test("an upload whose part is refused is aborted and stops reading", async () => {
  answer = partsWithout(2)
  let read = 0
  async function* endless() {
    for (;;) {
      read++
      yield Buffer.alloc(partBytes)
      await sleep(5)
    }
  }
  const objects = createNamedObjects(options())
  await expect(objects.put("name", endless())).rejects.toMatchObject({ name: "AccessDenied" })
  expect(seen().at(-1)).toBe("DELETE up/1+")
  expect(read).toBeLessThan(8)
  objects.close()
})

test("if the source fails after some parts, the upload is aborted and the error is passed on", async () => {
  answer = partsWithout(0)
  async function* failing() {
    yield Buffer.alloc(partBytes * 2)
    throw new Error("hung up")
  }
  const objects = createNamedObjects(options())
  await expect(objects.put("name", failing())).rejects.toThrow("hung up")
  expect(seen()).not.toContain("POST up/1+")
  expect(seen().at(-1)).toBe("DELETE up/1+")
  objects.close()
})
