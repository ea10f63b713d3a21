import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import type { Caller } from "../../gateway/contract.ts"
import { defaultLimits } from "../options.ts"
import type { Refusal } from "../refusal.ts"
import { authorizeMember } from "./authorization.ts"

const [first, second, stranger] = [randomUUID(), randomUUID(), randomUUID()]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query(
    `create policy "members receive" on realtime.messages for select to authenticated
       using (auth.uid() in ('${first}', '${second}'))`,
  )
})
afterAll(() => database.drop())

const callerOf = (userId: string): Caller => ({ role: "authenticated", userId, claims: { sub: userId } })

/**
 * The authorization of a private channel. Each evaluation of policies awaits one of `holds`, in order, starting with
 * that of the join.
 */
async function join(holds: (Promise<void> | undefined)[] = []) {
  const refusals: string[] = []
  let asked = 0
  const authorization = await authorizeMember(
    {
      db: database.db,
      async turn(work) {
        await holds[asked++]
        return work()
      },
      now: () => new Date(),
      log: collectLog(),
      limits: defaultLimits,
    },
    {
      room: { topic: "club", private: true },
      token: null,
      socket: {
        caller: callerOf(first),
        identify: async (token) => ({ caller: callerOf(String(token.split(".")[1])) }),
      },
      onTaken() {},
      async onRefused(refusal: Refusal) {
        refusals.push(refusal.reason)
      },
    },
  )
  return { authorization, refusals, asked: () => asked }
}

test("a pending policy check does not restore membership after a later token", async () => {
  const mayGo = Promise.withResolvers<void>()
  const { authorization, asked } = await join([undefined, mayGo.promise])
  const rechecked = authorization.recheck()
  const offered = authorization.offer(`a.${second}.c`)
  // Gives the other task time to go first.
  await Promise.race([offered, new Promise((resolve) => setTimeout(resolve, 200))])
  mayGo.resolve()
  await Promise.all([rechecked, offered])
  expect([authorization.caller().userId, asked()]).toEqual([second, 3])
})

test("a malformed or oversized token ends the membership", async () => {
  for (const token of ["nonsense", `a.${second}.${"c".repeat(16_384)}`]) {
    const { authorization, refusals } = await join()
    await authorization.offer(token)
    expect(refusals).toEqual(["MalformedJWT: The token provided is not a valid JWT"])
  }
})

test("a token without the right to read ends the membership, and later tokens have no effect", async () => {
  const { authorization, refusals } = await join()
  await authorization.offer(`a.${stranger}.c`)
  expect(refusals).toEqual([
    "Unauthorized: You do not have permissions to read from this Channel topic: club",
  ])
  expect(authorization.caller().userId).toBe(first)
  const mayGo = Promise.withResolvers<void>()
  const other = await join([undefined, mayGo.promise])
  const offered = other.authorization.offer(`a.${second}.c`)
  other.authorization.end()
  mayGo.resolve()
  await offered
  expect(other.authorization.caller().userId).toBe(first)
})
