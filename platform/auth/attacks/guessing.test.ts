import { afterAll, beforeAll, expect, test } from "vitest"
import { codeIn, createTestAuth, type TestAuth, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ verificationsPerNetworkPer5Min: 30, equalTimeMs: 20 })
})
afterAll(() => site.close())

/** Runs `task` `times` times, `connections` at a time, and returns every result. */
async function storm<T>(
  connections: number,
  times: number,
  task: (turn: number) => Promise<T>,
  results: T[] = [],
): Promise<T[]> {
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < times) results.push(await task(next++))
    }),
  )
  return results
}

test("Guessing codes from 20 connections finds none and does not delay others", async () => {
  const email = "target@example.com"
  await site.member(email)
  await site.call("POST", "/otp", { body: { email } })
  const code = Number(codeIn(site.mailTo(email)))
  const bystander = await site.member("bystander@example.com")
  const read = () => site.call("GET", "/user", { token: bystander.session.access_token })
  const guessed: { status: number }[] = []
  /** For each read by another member, how many guesses had been answered before it completed. */
  const waitedFor: number[] = []
  const watching = (async () => {
    while (guessed.length < 150) {
      const before = guessed.length
      expect((await read()).status).toBe(200)
      waitedFor.push(guessed.length - before)
    }
  })()
  // Each guess comes from a different network, so only the attempt limit of the code applies. The guesses
  // start 60 below the correct code, so without that limit the sixtieth would match.
  const guess = (turn: number) =>
    site.call("POST", "/verify", {
      body: {
        type: "email",
        email,
        token: String((code + 1_000_000 - 60 + turn) % 1_000_000).padStart(6, "0"),
      },
      from: `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
    })
  const answers = await storm(20, 200, guess, guessed)
  await watching
  expect(answers).toHaveLength(200)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(0)
  expect(waitedFor.toSorted((a, b) => a - b)[Math.floor(waitedFor.length / 2)]).toBeLessThan(100)
})

test("One network gets no more attempts than its allowance", async () => {
  const answers = await storm(20, 100, () =>
    site.call("POST", "/verify", {
      body: { type: "email", email: "n@example.com", token: "123456" },
      from: "192.0.2.200",
    }),
  )
  expect(answers.filter((answer) => answer.status === 403).length).toBeLessThanOrEqual(30)
  expect(answers.filter((answer) => answer.status === 429).length).toBeGreaterThanOrEqual(70)
})

test("Two hundred sign-ins with wrong passwords fail, and the owner still signs in", async () => {
  const email = "prey@example.com"
  await site.member(email)
  let done = 0
  const statuses = new Map<number, number>()
  await Promise.all(
    Array.from({ length: 20 }, async (_, connection) => {
      while (done < 200) {
        const turn = done++
        const answer = await site.call("POST", "/token?grant_type=password", {
          // The correct password is among them and is never checked.
          body: { email, password: turn === 100 ? testPassword : `guess ${turn}` },
          from: `198.51.100.${connection}`,
        })
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      }
    }),
  )
  expect([...statuses.keys()].sort()).toEqual([400, 429])
  // The clock stands still: the attempts an account has before its first wait, plus the one that triggers it.
  expect(statuses.get(400)).toBe(21)
  expect(
    (await site.call("POST", "/token?grant_type=password", { body: { email, password: testPassword } }))
      .status,
  ).toBe(200)
})

test("Many simultaneous sign-ins do not exhaust the pool, even when the signing keys are due for a reload", async () => {
  const members = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => site.member(`crowd${turn}@example.com`)),
  )
  site.test.clock.advance(61_000)
  const answers = await Promise.all(
    [...members, ...members].map(({ email }) =>
      site.call("POST", "/token?grant_type=password", {
        body: { email, password: testPassword },
        from: "192.0.2.44",
      }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(24).fill(200))
})
