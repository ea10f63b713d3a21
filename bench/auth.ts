/**
 * Compares sign-ins per second with the rate of bcrypt alone in as many threads, and on every core, in the
 * same run; and the response time of a page during a storm of sign-ins with that at rest. The measurements
 * alternate, so that noise on the machine affects all of them.
 */

import { availableParallelism } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { defaultConfig } from "#platform/auth/options.ts"
import { createPasswordHasher, hashingThreads } from "#platform/auth/passwords/hasher.ts"
import { type Site, startSite } from "./auth/site.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"

const accounts = 32
const connections = 16
const seconds = 3
const rounds = 9
const password = "a password of the bench 1"
/** Page reads per second; few enough not to be a load themselves. */
const readsPerSecond = 100
const page = "/about"

/** Prints the figures of each round and their medians. */
export async function bench(): Promise<BenchResult> {
  const site = await startSite()
  const hasher = createPasswordHasher(defaultConfig.passwordCost)
  const everyCore = createPasswordHasher(defaultConfig.passwordCost, availableParallelism())
  try {
    const emails = await makeAccounts(site)
    const hash = await hasher.hash(password)
    const signIn = (turn: number) => signInOnce(site, emails[turn % emails.length] ?? "")
    await storm(1, signIn)
    say(
      `${connections} connections, ${seconds} s a measurement, bcrypt cost ${defaultConfig.passwordCost}, page ${page}`,
    )
    const results = []
    // All rounds together: within one round, the 99th percentile is its third worst read.
    const quietReads: number[] = []
    const busyReads: number[] = []
    for (let round = 1; round <= rounds; round++) {
      const limit = await storm(seconds, () => hasher.verify(password, hash))
      const machine = await storm(seconds, () => everyCore.verify(password, hash))
      const quiet = await readPages(site, () => sleep(seconds * 1000))
      let signIns = 0
      const busy = await readPages(site, async () => {
        signIns = await storm(seconds, signIn)
      })
      results.push({ limit, signIns })
      quietReads.push(...quiet)
      busyReads.push(...busy)
      say(
        `round ${round}: bcrypt ${limit.toFixed(1)}/s in ${hashingThreads()} of ${availableParallelism()} cores (all: ${machine.toFixed(1)}/s), sign-ins ${signIns.toFixed(1)}/s, ` +
          `page p99 at rest ${p99(quiet).toFixed(1)} ms, in the storm ${p99(busy).toFixed(1)} ms`,
      )
    }
    const share = median(results.map(({ signIns, limit }) => signIns / limit))
    const slowing = p99(busyReads) / p99(quietReads)
    say(
      `median: ${median(results.map(({ signIns }) => signIns)).toFixed(1)} sign-ins/s, ` +
        `${(share * 100).toFixed(0)} % of bcrypt's own; of ${quietReads.length} reads each the p99 is ${p99(quietReads).toFixed(1)} ms at rest ` +
        `and ${p99(busyReads).toFixed(1)} ms in the storm, ${slowing.toFixed(2)} times as much`,
    )
    return {
      target:
        "at least 60 % of bcrypt's own rate in as many threads, and a page p99 below twice the one at rest",
      met: share >= 0.6 && slowing < 2,
    }
  } finally {
    await hasher.close()
    await everyCore.close()
    await site.stop()
  }
}

async function makeAccounts(site: Site): Promise<string[]> {
  const emails = Array.from({ length: accounts }, (_, index) => `bench${index}@example.com`)
  for (const email of emails) {
    const response = await post(
      site,
      "/admin/users",
      { email, password, email_confirm: true },
      site.secretKey,
    )
    if (!response.ok)
      throw new Error(`Creating an account answered ${response.status} ${await response.text()}`)
  }
  return emails
}

async function signInOnce(site: Site, email: string): Promise<void> {
  const response = await post(site, "/token?grant_type=password", { email, password }, site.publishableKey)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`A sign-in answered ${response.status} ${text}`)
}

function post(site: Site, path: string, body: object, key: string): Promise<Response> {
  return fetch(`${site.url}/auth/v1${path}`, {
    method: "POST",
    headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
}

/** Runs `task` on all connections for the given seconds; returns the completions per second. */
async function storm(forSeconds: number, task: (turn: number) => Promise<unknown>): Promise<number> {
  const from = performance.now()
  const end = from + forSeconds * 1000
  let turn = 0
  let done = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await task(turn++)
        done++
      }
    }),
  )
  return done / ((performance.now() - from) / 1000)
}

/**
 * Response times of the page in milliseconds while `work` runs. Reads start on a fixed schedule, whether or
 * not earlier ones have finished.
 */
async function readPages(site: Site, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const reads: Promise<void>[] = []
  const timer = setInterval(() => {
    const from = performance.now()
    reads.push(
      fetch(site.url + page)
        .then((response) => response.arrayBuffer())
        .then(() => void times.push(performance.now() - from)),
    )
  }, 1000 / readsPerSecond)
  await work()
  clearInterval(timer)
  await Promise.all(reads)
  return times
}

function p99(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
