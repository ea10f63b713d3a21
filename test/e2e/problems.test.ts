/** Whether the monitoring of the browser detects problems; without it, every other test would pass blindly. */
import { collectProblems } from "./support/problems.ts"
import { expect, test } from "./support/test.ts"

const kinds = [
  ["a console error", `console.error("oh no")`, /^console: oh no/],
  ["an uncaught exception", `setTimeout(() => { throw new Error("thrown") })`, /^uncaught: thrown/],
  ["a rejected promise", `Promise.reject(new Error("rejected"))`, /^uncaught: rejected/],
  ["an answer of 404", `fetch("/no-such-file.txt")`, /^answer: 404 .*no-such-file/],
  [
    "a request that fails",
    `fetch("http://127.0.0.1:1/").catch(() => {})`,
    /^request: http:\/\/127\.0\.0\.1:1\//,
  ],
] as const

test("every kind of problem in a page is detected", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ bypassCSP: true, ...(baseURL ? { baseURL } : {}) })
  const problems = collectProblems(context)
  const page = await context.newPage()
  await page.goto("/about")
  expect(problems.unexpected()).toEqual([])
  for (const [name, script, pattern] of kinds) {
    await page.addScriptTag({ content: script })
    const found = () => problems.unexpected().join("\n")
    await expect.poll(found, name).toMatch(new RegExp(pattern.source, "m"))
    problems.expect(/./)
    expect(problems.unexpected()).toEqual([])
    problems.forget()
  }
  await context.close()
})
