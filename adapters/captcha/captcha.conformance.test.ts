import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { contentSecurityPolicy } from "#server/http/guard/content-security-policy.ts"
import { createCaptcha } from "./siteverify.ts"

let answer: (sent: URLSearchParams) => string
const service = createServer(async (request, response) => {
  let body = ""
  for await (const chunk of request) body += chunk
  response.end(answer(new URLSearchParams(body)))
})
let verifyUrl: string
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve))
  verifyUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => service.close(resolve)))

const captcha = (url = verifyUrl, patienceMs?: number) =>
  createCaptcha({
    provider: "turnstile",
    siteKey: "site",
    secret: "quiet",
    verifyUrl: url,
    ...(patienceMs ? { patienceMs } : {}),
  })

test("The service receives secret, answer and address, and its verdict decides", async () => {
  const asked: object[] = []
  answer = (sent) => {
    asked.push(Object.fromEntries(sent))
    return JSON.stringify({
      success: sent.get("response") === "good",
      "error-codes": ["timeout-or-duplicate"],
    })
  }
  expect([await captcha().check("good", "203.0.113.9"), await captcha().check("bad", null)]).toEqual([
    "person",
    "refused",
  ])
  expect(asked).toEqual([
    { secret: "quiet", response: "good", remoteip: "203.0.113.9" },
    { secret: "quiet", response: "bad" },
  ])
})

test("An unavailable, slow, broken or misconfigured service does not count against the visitor", async () => {
  expect(await captcha("http://127.0.0.1:1").check("a", null)).toBe("unknown")
  answer = () => "<html>502</html>"
  expect(await captcha().check("a", null)).toBe("unknown")
  answer = () => JSON.stringify({ success: false, "error-codes": ["invalid-input-secret"] })
  expect(await captcha().check("a", null)).toBe("unknown")
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
  const { port } = silent.address() as AddressInfo
  expect(await captcha(`http://127.0.0.1:${port}`, 200).check("a", null)).toBe("unknown")
  silent.closeAllConnections()
  silent.close()
})

test.each(["turnstile", "hcaptcha"] as const)(
  "%s: the page may load the script and its resources",
  (provider) => {
    const { challenge, origins } = createCaptcha({ provider, siteKey: "site", secret: "quiet" })
    const policy = contentSecurityPolicy({ extraOrigins: origins })
    const { hostname } = new URL(challenge.script)
    const host = provider === "turnstile" ? hostname : "*.hcaptcha.com"
    expect(policy).toMatch(new RegExp(`script-src [^;]*https://${host.replaceAll(/[.*]/g, "\\$&")}`))
    expect(policy).toMatch(new RegExp(`frame-src [^;]*https://${host.replaceAll(/[.*]/g, "\\$&")}`))
  },
)
