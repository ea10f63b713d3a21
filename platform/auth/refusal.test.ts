import { expect, test } from "vitest"
import { onDuplicate, Refusal, refuseDuplicate, tooMany } from "./refusal.ts"

test("a unique violation is handled, and any other error is rethrown", () => {
  const taken = new Refusal(422, "email_exists", "Taken")
  const caught = (error: unknown) => {
    try {
      return onDuplicate(() => "acted")(error)
    } catch (thrown) {
      return thrown
    }
  }
  const duplicate = Object.assign(new Error("duplicate key"), { code: "23505" })
  const broken = Object.assign(new Error("violates a check"), { code: "23514" })
  const other = new Error("without a code")
  expect([caught(duplicate), caught(broken), caught(other)]).toEqual(["acted", broken, other])
  expect(() => refuseDuplicate(() => taken)(duplicate)).toThrow(taken)
})

test.each([
  [-5, 1],
  [1, 1],
  [1000, 1],
  [1001, 2],
])("a wait of %d ms is reported as %d s, after which a retry succeeds", (ms, seconds) => {
  const refusal = tooMany("over_request_rate_limit", (s) => `Wait ${s} s`, ms)
  expect(refusal).toMatchObject({
    status: 429,
    message: `Wait ${seconds} s`,
    extras: { retryAfterSeconds: seconds },
  })
})
