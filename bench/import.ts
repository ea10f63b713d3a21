/**
 * Measures the memory needed to import a service's whole export in both ways: with `npm run import`, compared
 * with the same command for one recording; and through the account page's upload, compared with the idle
 * server. The same for a hostile archive. Linux only, because memory is read from /proc.
 * `npm run bench -- import [megabytes [megabytes of the hostile archive]]`
 */
import { spawn } from "node:child_process"
import { mkdtemp, open, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import { consentText } from "#content/competition-consent.ts"
import { type Site, startSite } from "./auth/site.ts"
import { writeExport } from "./import/archive.ts"
import { meanOutcome, writeMeanArchive } from "./import/mean.ts"
import { forgetMost, memoryOf } from "./import/memory.ts"
import type { BenchResult } from "./run.ts"

const mostGrowth = 150_000_000
/** The thread that reads has 112 MB for itself, and a mean archive makes it use them. */
const mostMeanGrowth = 250_000_000
const root = join(import.meta.dirname, "..")
const say = (line: string) => void process.stdout.write(`${line}\n`)
const mb = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`

/** Prints the growths of both archives. */
export async function bench(): Promise<BenchResult> {
  const size = Number(process.argv[3] ?? 200) * 1_000_000
  const meanSize = Number(process.argv[4] ?? 2000) * 1_000_000
  const folder = await mkdtemp(join(tmpdir(), "bench-import-"))
  const site = await startSite()
  try {
    const [small, large, mean] = ["one.zip", "export.zip", "mean.zip"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await writeExport(small, 1)
    const files = await writeExport(large, size)
    say(`${mb((await stat(large)).size)} in ${files} files of .fit.gz`)
    const plain = await importBothWays(site, "plain", small, large)
    await writeMeanArchive(mean, meanSize)
    say(`${mb((await stat(mean)).size)} that were made to take much`)
    const worst = await importBothWays(site, "mean", small, mean)
    const right = plain.told.activities === files && isDeepStrictEqual(worst.told, meanOutcome)
    return {
      target: `an export of ${mb(size)} takes at most ${mb(mostGrowth)} more memory, a mean one of ${mb(meanSize)} at most ${mb(mostMeanGrowth)}, by command and by the account page, and each file has its outcome`,
      met: plain.most <= mostGrowth && worst.most <= mostMeanGrowth && right,
    }
  } finally {
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Imports an archive by command and by the account page. Returns the larger growth, and what the page was told. */
async function importBothWays(site: Site, name: string, small: string, large: string) {
  const byCommand = await joinAs(site, `${name}-command`)
  const one = await importByCommand(site, byCommand.email, small)
  const all = await importByCommand(site, byCommand.email, large)
  const command = all.most - one.most
  say(
    `npm run import: ${mb(one.most)} with one file, ${mb(all.most)} with all: +${mb(command)}, ${all.seconds} s`,
  )

  const byPage = await joinAs(site, `${name}-page`)
  await importByPage(site, byPage.token, small)
  const { now: before } = await memoryOf(site.pid)
  await forgetMost(site.pid)
  const began = performance.now()
  const told = await importByPage(site, byPage.token, large)
  const { most } = await memoryOf(site.pid)
  const page = most - before
  const seconds = Math.round((performance.now() - began) / 1000)
  say(
    `account page: server at ${mb(before)}, at most ${mb(most)}: +${mb(page)}, ${seconds} s, told of ${told.activities} activities and ${told.refused} refused files`,
  )
  return { most: Math.max(command, page), told }
}

/** Creates an account that has joined the competition. */
async function joinAs(site: Site, name: string): Promise<{ email: string; token: string }> {
  const account = { email: `${name}@example.com`, password: "a password of the bench 1" }
  const asOperator = { apikey: site.secretKey, authorization: `Bearer ${site.secretKey}` }
  await send(site, "/auth/v1/admin/users", { ...account, email_confirm: true }, asOperator)
  const { access_token: token } = await send(site, "/auth/v1/token?grant_type=password", account)
  const said = { displayName: name, timeZone: "America/Los_Angeles", consent: consentText }
  await send(site, "/functions/v1/join-competition", said, { authorization: `Bearer ${token}` })
  return { email: account.email, token }
}

/** Runs the command and watches it. Returns the peak of its memory. */
async function importByCommand(site: Site, email: string, path: string) {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, "server/commands/import.ts"), email, path], {
    cwd: root,
    env: { ...process.env, DATA_DIR: site.dataDir, SITE_URL: site.url, NODE_ENV: "test", DEMO: "off" },
    stdio: ["ignore", "ignore", "inherit"],
  })
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  let most = 0
  const watch = setInterval(() => {
    memoryOf(child.pid ?? 0).then(
      (memory) => {
        most = Math.max(most, memory.most || 0)
      },
      () => {},
    )
  }, 50)
  const code = await ended
  clearInterval(watch)
  if (code !== 0) throw new Error(`The import ended with ${code}`)
  return { most, seconds: Math.round((performance.now() - began) / 1000) }
}

/** Sends a file as the account page does and waits until it is read. Returns what it was told about the files in it. */
async function importByPage(site: Site, token: string, path: string) {
  const { size } = await stat(path)
  const as = { authorization: `Bearer ${token}` }
  const announced = { files: [{ name: "export.zip", size }] }
  const { importId, bytesPerCall } = await send(site, "/functions/v1/begin-import", announced, as)
  const file = await open(path)
  for (let position = 0; position < size; position += bytesPerCall) {
    const bytes = Buffer.alloc(Math.min(bytesPerCall, size - position))
    await file.read(bytes, 0, bytes.length, position)
    const form = new FormData()
    form.append(`0.${position}`, new Blob([bytes]))
    await send(site, `/functions/v1/upload-import?import=${importId}`, form, as)
  }
  await file.close()
  while (true) {
    const rows = await send(site, `/rest/v1/imports?id=eq.${importId}&select=finished_at`, null, as)
    if (rows[0]?.finished_at) break
    await sleep(1_000)
  }
  const told = { activities: 0, refused: 0 }
  const page = 1_000
  for (let from = 0; ; from += page) {
    const query = `import_id=eq.${importId}&select=outcome,activities&order=name&limit=${page}&offset=${from}`
    const rows: { outcome: string; activities: number }[] = await send(
      site,
      `/rest/v1/import_files?${query}`,
      null,
      as,
    )
    for (const { outcome, activities } of rows) {
      told.activities += activities
      if (outcome === "refused") told.refused++
    }
    if (rows.length < page) return told
  }
}

/** Calls a function as a page of the site does; null reads. Returns the JSON. */
async function send(site: Site, path: string, body: object | null, headers: Record<string, string> = {}) {
  const form = body instanceof FormData
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(site.url + path, {
      method: body ? "POST" : "GET",
      headers: {
        apikey: site.publishableKey,
        ...(form ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: form ? body : body && JSON.stringify(body),
    })
    if (answer.ok) return await answer.json()
    // As the page does after a 429.
    const wait = Number(answer.headers.get("retry-after"))
    if (answer.status !== 429 || !wait || attempt === 20)
      throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await sleep(wait * 1000)
  }
}
