import { describe, expect, test } from "vitest"
import { limitBody, limitExceeded } from "./body-limit.ts"

const address = "http://b4m.test/"
const announced = (length: number) =>
  new Request(address, {
    method: "POST",
    body: "x".repeat(length),
    headers: { "content-length": String(length) },
  })
/** In chunks of ten bytes, without a Content-Length. */
const streamed = (length: number) =>
  new Request(address, {
    method: "POST",
    body: new ReadableStream({
      start(controller) {
        for (let left = length; left > 0; left -= 10)
          controller.enqueue(new Uint8Array(Math.min(10, left)).fill(120))
        controller.close()
      },
    }),
    duplex: "half",
  } as RequestInit)

test("a Content-Length above the limit is refused before the body is read", async () => {
  expect(await limitBody(announced(101), 100, { whole: false })).toBeNull()
  const limited = await limitBody(announced(100), 100, { whole: false })
  expect(await limited?.request.text()).toBe("x".repeat(100))
  expect(limited?.exceeded()).toBe(false)
})

describe("a body without a Content-Length", () => {
  test("is read up to the limit and not beyond", async () => {
    const within = await limitBody(streamed(100), 100, { whole: false })
    expect(await within?.request.text()).toBe("x".repeat(100))
    expect(within?.exceeded()).toBe(false)

    const over = await limitBody(streamed(101), 100, { whole: false })
    const error = await over?.request.text().catch((thrown) => thrown)
    expect(limitExceeded(error)).toBe(100)
    expect(over?.exceeded()).toBe(true)
  })

  test("has a known length immediately if it is read completely", async () => {
    expect(await limitBody(streamed(101), 100, { whole: true })).toBeNull()
    const within = await limitBody(streamed(100), 100, { whole: true })
    expect(await within?.request.text()).toBe("x".repeat(100))
  })

  test("has its Content-Length ignored if it is chunked", async () => {
    const request = streamed(101)
    request.headers.set("content-length", "5")
    request.headers.set("transfer-encoding", "chunked")
    expect(await limitBody(request, 100, { whole: true })).toBeNull()
  })
})

test("requests without a body are accepted", async () => {
  const get = new Request(address)
  expect((await limitBody(get, 0, { whole: true }))?.request).toBe(get)
  const empty = new Request(address, { method: "DELETE" })
  expect((await limitBody(empty, 0, { whole: false }))?.request).toBe(empty)
  // The request that Node passes on for a GET may declare a body, which is never read.
  for (const method of ["GET", "HEAD"]) {
    const reading = new Request(address, { method, headers: { "content-length": "9" } })
    expect((await limitBody(reading, 0, { whole: true }))?.request).toBe(reading)
  }
})

test("the limit is found in the causes of an error, and in no other error", () => {
  const limit = Object.assign(new Error("x"), { code: "body_too_large", limit: 7 })
  expect(limitExceeded(new Error("fetch failed", { cause: limit }))).toBe(7)
  expect(limitExceeded(new Error("fetch failed"))).toBeNull()
  expect(limitExceeded("body_too_large")).toBeNull()
  expect(limitExceeded(Object.assign(new Error("x"), { code: "body_too_large", limit: "7" }))).toBeNull()
  expect(limitExceeded(Object.assign(new Error("x"), { code: "ECONNRESET", limit: 7 }))).toBeNull()
})

test("a body that is cut off is an error, but not a body that is too large", async () => {
  const broken = new Request(address, {
    method: "POST",
    body: new ReadableStream({ start: (controller) => controller.error(new Error("gone")) }),
    duplex: "half",
  } as RequestInit)
  await expect(limitBody(broken, 100, { whole: true })).rejects.toThrow("gone")
})
