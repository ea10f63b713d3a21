import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, expect, test } from "vitest"
import { defaultConfig } from "../options.ts"
import { readCommonPasswords } from "./common-passwords.ts"
import { createPasswordHasher } from "./hasher.ts"
import { createPasswordRules } from "./strength.ts"

const hasher = createPasswordHasher(4, 2)
afterAll(() => hasher.close())

test("Hashes are bcrypt and match only their password", async () => {
  const hash = await hasher.hash("a password")
  expect(hash).toMatch(/^\$2b\$04\$/)
  expect(await hasher.verify("a password", hash)).toBe(true)
  expect(await hasher.verify("a passwore", hash)).toBe(false)
  expect(await hasher.verify("-", null)).toBe(false)
  expect(await hasher.verify("-", "")).toBe(false)
  const longest = "x".repeat(72)
  const long = await hasher.hash(longest)
  expect(await hasher.verify(longest, long)).toBe(true)
  expect(await hasher.verify(`${longest}y`, long)).toBe(false)
  expect(await hasher.verify("anything", "not a hash")).toBe(false)
})

test.each([
  ["letters only", false],
  ["NOTHING BUT 1 CASE", false],
  ["letters and 1 digit", true],
  ["ünïcödé alone", false],
])("With lower case letters and digits required, %j is accepted: %s", (password, accepted) => {
  const rules = createPasswordRules({ ...defaultConfig, passwordCharacters: ["lower", "digits"] })
  const check = () => rules.check(password)
  if (accepted) expect(check).not.toThrow()
  else expect(check).toThrow("one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789.")
})

test("Hashing leaves the main thread free", async () => {
  const slow = createPasswordHasher(11, 2)
  try {
    await slow.hash("start the threads")
    let turns = 0
    let hashing = true
    const work = Promise.all(Array.from({ length: 4 }, () => slow.hash("something"))).finally(() => {
      hashing = false
    })
    while (hashing) {
      await sleep(1)
      turns++
    }
    await work
    // On the main thread the event loop would turn only once between two hashes, however fast or busy the
    // machine is.
    expect(turns).toBeGreaterThan(20)
  } finally {
    await slow.close()
  }
})

test("A queue that would take too long is refused", async () => {
  const busy = createPasswordHasher(10, 1)
  const all = await Promise.allSettled([
    ...Array.from({ length: 202 }, () => busy.hash("x")),
    sleep(50).then(() => busy.close()),
  ])
  const refused = all.filter((one) => one.status === "rejected" && one.reason.status === 429)
  expect(refused).toHaveLength(1)
  await expect(busy.hash("x")).rejects.toThrow("closed")
})

test("The list contains the ten thousand most common passwords", () => {
  const common = readCommonPasswords(6)
  expect(common.size).toBe(10_000)
  for (const password of ["123456", "password", "qwerty", "iloveyou", "letmein"])
    expect(common).toContain(password)
  for (const password of ["12345", "correct horse battery staple"]) expect(common).not.toContain(password)
})
