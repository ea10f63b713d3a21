import { mkdir, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { testimonials } from "#content/community.ts"
import { saveRow } from "#domain/publishing/rows.ts"
import { type LiveSite, startLiveSite } from "../support/live-site.ts"
import { median } from "../support/median.ts"
import { answerOf, asked } from "./answer.ts"
import { apiBesideJson } from "./api.ts"
import { type Contestant, cpuSeconds, startBareNode, startNginx } from "./contestants.ts"
import { type Load, loadTool, type Round } from "./load.ts"

/** The targets for live pages: shares of a prerendered page's requests per second, and milliseconds. */
const targets = { share: 0.8, api: 0.9, shareWhileMoving: 0.6, ageMs: 1000, firstRenderingMs: 50 }
const activitiesPerSecond = 20
const load = { seconds: 1, connections: 64, headers: asked }
const rounds = 3
/**
 * How long every address is requested before anything is measured, in seconds, because a new process first compiles its
 * hot code.
 */
const warmUpSeconds = 2
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Measured extends Round {
  /** Processor time of a request on our server, in µs. */
  cpuUs: number | null
}

interface Subject {
  name: string
  path: string
  /** The prerendered page whose compressed size is nearest. */
  like: string
  /** Its size as a share of the subject's. */
  likeShare: number
}

/** A prerendered page that is smaller or larger by more than this is no comparison: the bare server with the same bytes is. */
const mostApart = 0.25

/**
 * Live pages beside the prerendered page of the nearest compressed size on the same server, a bare node:http server
 * with the same bytes and headers, and nginx with the same bytes; first while nothing happens, then while activities
 * arrive.
 * @returns the targets that were missed
 */
export async function measureLivePages(buildDir: string, folder: string): Promise<string[]> {
  const missed: string[] = []
  const check = (name: string, reached: boolean) => {
    if (!reached) missed.push(name)
    return reached ? "reached" : "MISSED"
  }
  const site = await startLiveSite({ athletes: 400 })
  const others: Contestant[] = []
  try {
    const subjects = await subjectsOf(site, buildDir)
    const live = join(folder, "live")
    await mkdir(join(live, "client"), { recursive: true })
    for (const { path } of subjects) {
      const { body } = await answerOf(site.url + path)
      await mkdir(join(live, "client", path), { recursive: true })
      for (const name of ["index.html", "index.html.gz"])
        await writeFile(join(live, "client", path, name), body)
    }
    const nginx = await startNginx({ buildDir: live, folder, path: "/" })
    if (nginx) others.push(nginx)
    const bare = new Map<string, Contestant>()
    for (const { path } of subjects) {
      const one = await startBareNode(site.url + path)
      others.push(one)
      bare.set(path, one)
    }
    const { run } = await loadTool()
    const race = async (
      path: string,
      urls: readonly (readonly [string, string])[],
      seconds = load.seconds,
    ) => {
      const results = new Map<string, Measured[]>()
      for (let round = 0; round < rounds; round++)
        for (const [name, url] of urls) {
          const to: Load = { ...load, seconds, path: name === "prerendered" ? "" : path }
          const before = await cpuSeconds(site.pid)
          const measured = await run(url, to)
          const after = await cpuSeconds(site.pid)
          const cpuUs =
            before === null || after === null ? null : ((after - before) * 1e6) / measured.requests
          results.set(name, [...(results.get(name) ?? []), { ...measured, cpuUs }])
        }
      return results
    }
    for (const { path, like } of subjects)
      for (const url of [site.url + path, site.url + like, `${bare.get(path)?.url}${path}`])
        await run(url, { ...load, seconds: warmUpSeconds, path: "" })
    say(`\nLive pages, ${load.connections} connections, ${site.athletes.length} athletes, nothing happens:`)
    const rateOf = (all: readonly Round[] | undefined) =>
      median((all ?? []).map(({ perSecond }) => perSecond))
    for (const { name, path, like, likeShare } of subjects) {
      const results = await race(path, [
        ["live", site.url],
        ["prerendered", site.url + like],
        ["bare node:http", bare.get(path)?.url ?? ""],
        ...(nginx ? ([["nginx", nginx.url]] as const) : []),
      ])
      const byRate = rateOf(results.get("live")) / rateOf(results.get("prerendered"))
      const costs = [results.get("live"), results.get("prerendered")].map((all) =>
        median((all ?? []).map(({ cpuUs }) => cpuUs ?? Number.NaN)),
      )
      // Other programs on the machine change requests per second, but hardly the processor time of a request.
      const byCost = (costs[1] ?? Number.NaN) / (costs[0] ?? Number.NaN)
      const ofBare = rateOf(results.get("live")) / rateOf(results.get("bare node:http"))
      const isAlike = Math.abs(1 - likeShare) <= mostApart
      const share = isAlike ? (Number.isNaN(byCost) ? byRate : byCost) : ofBare
      const shown = [...results].map(([one, all]) => `${one} ${described(all)}`).join(", ")
      say(
        `${name} ${path} (like ${like}, ${likeShare.toFixed(2)} of its size): ${shown}; ${costs.map((us) => us.toFixed(1)).join(" and ")} µs of processor time a request; ${byRate.toFixed(2)} of prerendered by requests, ${byCost.toFixed(2)} by processor time${isAlike ? "" : `, ${ofBare.toFixed(2)} of bare node:http with the same bytes`} (at least ${targets.share}: ${check(`${name} quiet`, share >= targets.share && failedIn(results) === 0)})`,
      )
    }

    const ofJson = await apiBesideJson(site, { run, race })
    say(`${ofJson.says} (at least ${targets.api}: ${check("API", ofJson.share >= targets.api)})`)

    // The same page, first as the build wrote it, then with words that were published.
    const words = [["prerendered", `${site.url}/community`]] as const
    const asBuilt = rateOf((await race("", words)).get("prerendered"))
    await publishWords(site)
    await run(words[0][1], { ...load, seconds: warmUpSeconds, path: "" })
    const published = rateOf((await race("", words)).get("prerendered"))
    const ofBuilt = published / asBuilt
    say(
      `published words /community: ${Math.round(published)}/s, as built ${Math.round(asBuilt)}/s; ${ofBuilt.toFixed(2)} (at least ${targets.share}: ${check("published words", ofBuilt >= targets.share)})`,
    )

    say(`\nWhile ${activitiesPerSecond} activities a second come in:`)
    const quietRate = new Map<string, number>()
    for (const { path, like } of subjects.slice(0, 3))
      quietRate.set(path, rateOf((await race(path, [["prerendered", site.url + like]])).get("prerendered")))
    const moving = startActivities(site)
    let ages: number[]
    let committed: number
    try {
      for (const { name, path, like, likeShare } of subjects.slice(0, 3)) {
        const beside = Math.abs(1 - likeShare) <= mostApart ? "prerendered" : "bare node:http"
        // Longer than the second between two renderings.
        const results = await race(
          path,
          [
            ["live", site.url],
            ["prerendered", site.url + like],
            ["bare node:http", bare.get(path)?.url ?? ""],
          ],
          3,
        )
        const share = rateOf(results.get("live")) / rateOf(results.get(beside))
        const ofQuiet = rateOf(results.get("live")) / (quietRate.get(path) ?? Number.NaN)
        const shown = [...results].map(([one, all]) => `${one} ${described(all)}`).join(", ")
        say(
          `${name}: ${shown}; ${share.toFixed(2)} of ${beside}, ${ofQuiet.toFixed(2)} of prerendered while nothing happens (at least ${targets.shareWhileMoving} of the former: ${check(`${name} moving`, share >= targets.shareWhileMoving && failedIn(results) === 0)})`,
        )
      }
      const underLoad = run(site.url, { ...load, seconds: 16, path: "/leaderboard" })
      ages = await agesOf(site, 8)
      await underLoad
    } finally {
      committed = await moving.stop()
    }
    say(
      `Age of /leaderboard under load: a change is in the page ${Math.round(median(ages))} ms after its commit (median), ${Math.round(Math.max(...ages))} ms at most of ${ages.length} (below ${targets.ageMs}: ${check("age", Math.max(...ages) < targets.ageMs)}); ${committed.toFixed(1)} activities a second were committed`,
    )
    const first = await firstRenderings(site, 12)
    say(
      `First visitor after a change, nothing else happening: ${median(first).toFixed(1)} ms (median), ${Math.max(...first).toFixed(1)} ms at most of ${first.length} (median below ${targets.firstRenderingMs}: ${check("first rendering", median(first) < targets.firstRenderingMs)})`,
    )
  } finally {
    await Promise.all(others.map(({ stop }) => stop()))
    await site.stop()
  }
  return missed
}

/** Changes words of /community, which is then no longer served as it was prerendered; returns once it shows them. */
async function publishWords({ url, world }: LiveSite): Promise<void> {
  const [first] = testimonials
  const data = { ...first, quote: "Published while the server was running." }
  const edit = {
    kind: "testimonials",
    slug: first.athleteId,
    data,
    state: "published",
    version: 0,
    by: null,
  } as const
  const saved = await saveRow(world, edit)
  if (!saved.ok) throw new Error(saved.code)
  while (!(await (await fetch(`${url}/community`)).text()).includes(data.quote)) await sleep(50)
}

function described(all: readonly Round[]): string {
  const perSecond = Math.round(median(all.map((one) => one.perSecond)))
  return `${perSecond}/s (p99 ${median(all.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms)`
}

function failedIn(results: ReadonlyMap<string, readonly Round[]>): number {
  return [...results.values()].flat().reduce((sum, { failed }) => sum + failed, 0)
}

/** The pages, each with the prerendered page that is nearest in compressed size. */
async function subjectsOf(site: LiveSite, buildDir: string): Promise<Subject[]> {
  const client = join(buildDir, "client")
  const names = (await readdir(client, { recursive: true })).filter((name) => name.endsWith("index.html.gz"))
  const sizes = await Promise.all(
    names.map(async (name) => ({
      path: `/${name.slice(0, -"index.html.gz".length).replace(/\/$/, "")}`,
      size: (await stat(join(client, name))).size,
    })),
  )
  const pages = [
    ["board", "/leaderboard"],
    ["athlete", `/leaderboard/athletes/${site.athletes[7]?.slug}`],
    ["JSON of a board", "/boards/this-month.json"],
    ["seasons", "/leaderboard/seasons"],
    ["events", "/events"],
  ] as const
  return Promise.all(
    pages.map(async ([name, path]) => {
      const { body } = await answerOf(site.url + path)
      const [nearest] = sizes.toSorted(
        (a, b) => Math.abs(a.size - body.length) - Math.abs(b.size - body.length),
      )
      return {
        name: `${name} (${(body.length / 1000).toFixed(1)} kB)`,
        path,
        like: nearest?.path ?? "/about",
        likeShare: (nearest?.size ?? 0) / body.length,
      }
    }),
  )
}

/** Activities of all athletes in turn, evenly spaced. `stop` returns how many were committed per second. */
function startActivities(site: LiveSite) {
  const began = performance.now()
  let count = 0
  const open = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const athlete = site.athletes[count++ % site.athletes.length]
    const one = site.train(athlete?.id ?? 0).finally(() => open.delete(one))
    open.add(one)
  }, 1000 / activitiesPerSecond)
  return {
    async stop() {
      clearInterval(timer)
      const seconds = (performance.now() - began) / 1000
      await Promise.all(open)
      return count / seconds
    },
  }
}

/** How long each of the given number of changes takes from its commit until the page shows it, in ms. */
async function agesOf(site: LiveSite, count: number): Promise<number[]> {
  const ages: number[] = []
  const probes = site.athletes.slice(-count)
  // Days before yesterday, so that all athletes are among the rows of the page, and one more day earns more points.
  for (const { id } of probes)
    for (const day of [2, 3, 4, 5]) for (const n of [0, 1, 2]) await site.train(id, 24 * day + 2 * n)
  for (const { id, slug } of probes) {
    // At any moment between two renderings.
    await sleep(200 + Math.random() * 900)
    const shown = async () => pointsIn(await (await fetch(`${site.url}/leaderboard`)).text(), slug)
    const before = await shown()
    if (before === 0) throw new Error(`${slug} is not among the rows of the page`)
    // Yesterday, where it does not overlap activities of the last minutes, so that it earns points.
    await site.train(id, 30)
    const committed = performance.now()
    while ((await shown()) <= before) {
      if (performance.now() - committed > 30_000) throw new Error(`${slug} has no more points than before`)
      await sleep(5)
    }
    ages.push(performance.now() - committed)
  }
  return ages
}

/** The points in an athlete's row of the page; 0 when there is none. */
function pointsIn(html: string, slug: string): number {
  // The page names the leaders before the rows.
  const [, ...rows] = html.split("<li data-row")
  const row = rows.find((part) => part.includes(`/leaderboard/athletes/${slug}"`))
  return Number(/data-points="(\d+)"/.exec(row ?? "")?.[1] ?? 0)
}

/** How long the first visitor after a change waits, in ms, when the page was not rendered for a while. */
async function firstRenderings(site: LiveSite, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    await site.train(site.athletes[n]?.id ?? 0)
    await sleep(1_200)
    const asks = performance.now()
    await answerOf(`${site.url}/leaderboard`)
    times.push(performance.now() - asks)
  }
  return times
}
