import { expect, test } from "vitest"
import { simpleRequests } from "./request-head.ts"

const read = (text: string) => simpleRequests()(Buffer.from(text, "latin1"))
const plain = "GET /about HTTP/1.1\r\nHost: a\r\n"

test("reads what a browser sends", () => {
  const request = read(
    'GET /about?utm_source=x HTTP/1.1\r\nHost: a.example\r\nConnection: keep-alive\r\nUser-Agent: B (X) y/1\r\nAccept-Encoding: gzip, deflate, br\r\nIf-None-Match: "x"\r\nX-Forwarded-Proto: https\r\n\r\n',
  )
  expect(request).toEqual({
    url: "/about?utm_source=x",
    acceptEncoding: "gzip, deflate, br",
    ifNoneMatch: '"x"',
    forwardedProto: "https",
  })
})

test("joins a header that comes twice", () => {
  expect(read(`${plain}Accept-Encoding: gzip\r\naccept-encoding: br\r\n\r\n`)?.acceptEncoding).toBe(
    "gzip, br",
  )
})

test("headers that came before are known, and only those", () => {
  const next = simpleRequests()
  const ask = (text: string) => next(Buffer.from(text, "latin1"))
  const headers = "Host: a\r\nAccept-Encoding: br\r\n\r\n"
  expect(ask(`GET /a HTTP/1.1\r\n${headers}`)).toMatchObject({ url: "/a", acceptEncoding: "br" })
  expect(ask(`GET /b HTTP/1.1\r\n${headers}`)).toMatchObject({ url: "/b", acceptEncoding: "br" })
  expect(ask(`GET /b HTTP/1.0\r\n${headers}`)).toBeNull()
  expect(ask(`GET /c HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatchObject({ url: "/c", acceptEncoding: undefined })
  expect(ask("GET /d HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n")).toBeNull()
  expect(ask("GET /e HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n")).toBeNull()
})

test("HTTP/1.0 counts when it asks to stay", () => {
  expect(read("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\nHost: a\r\n\r\n")?.url).toBe("/")
  expect(read("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")?.url).toBe("/")
  expect(read("GET / HTTP/1.0\r\nHost: a\r\n\r\n")).toBeNull()
})

test.each([
  ["nothing", ""],
  ["half a request", "GET /about HTTP/1.1\r\nHost: a\r\n"],
  ["two requests", `${plain}\r\n${plain}\r\n`],
  ["another method", "HEAD /about HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a form", "POST /about HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"],
  ["a body behind the head", `${plain}\r\nx`],
  ["a length", `${plain}Content-Length: 0\r\n\r\n`],
  ["a length written oddly", `${plain}content-length : 5\r\n\r\n`],
  ["chunks", `${plain}Transfer-Encoding: chunked\r\n\r\n`],
  ["an upgrade", `${plain}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  ["a part", `${plain}Range: bytes=0-1\r\n\r\n`],
  ["a question before the body", `${plain}Expect: 100-continue\r\n\r\n`],
  ["a last request", `${plain}Connection: close\r\n\r\n`],
  ["connection headers that disagree", `${plain}Connection: keep-alive\r\nConnection: close\r\n\r\n`],
  ["no host", "GET / HTTP/1.1\r\nAccept: */*\r\n\r\n"],
  ["two hosts", `${plain}Host: b\r\n\r\n`],
  ["no headers", "GET / HTTP/1.1\r\n\r\n"],
  ["an absolute address", "GET http://a/about HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["bare line feeds", "GET / HTTP/1.1\nHost: a\n\n"],
  ["a line feed in a value", `${plain}X: a\nContent-Length: 5\r\n\r\n`],
  ["a folded header", `${plain}X: a\r\n Content-Length: 5\r\n\r\n`],
  ["a zero byte", `${plain}X: a\0b\r\n\r\n`],
  ["a space before the colon", `${plain}X : a\r\n\r\n`],
  ["another version", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"],
  ["more than 8 KiB", `${plain}Cookie: ${"x".repeat(9000)}\r\n\r\n`],
])("leaves %s to Node's parser", (_name, text) => {
  expect(read(text)).toBeNull()
})
