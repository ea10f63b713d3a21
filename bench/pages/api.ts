import type { LiveSite } from "../support/live-site.ts"
import { median } from "../support/median.ts"
import { answerOf, asked } from "./answer.ts"
import type { Load, Round } from "./load.ts"

interface Tools {
  run(url: string, load: Load): Promise<Round>
  race(
    path: string,
    urls: readonly (readonly [string, string])[],
  ): Promise<Map<string, (Round & { cpuUs: number | null })[]>>
}

const board = "this-month"
const warmUp = { seconds: 2, connections: 64, headers: asked, path: "" }

/** The first page of a board as any visitor gets it, by /api/v1 and by its JSON: the share of the JSON's speed, and a line that says it. */
export async function apiBesideJson(
  site: LiveSite,
  { run, race }: Tools,
): Promise<{ share: number; says: string }> {
  const urls = [
    ["JSON", `${site.url}/boards/${board}.json`],
    ["API", `${site.url}/api/v1/boards/${board}`],
  ] as const
  for (const [, url] of urls) await run(url, warmUp)
  const results = await race("", urls)
  const of = await Promise.all(
    urls.map(async ([name, url]) => {
      const rounds = results.get(name) ?? []
      return {
        name,
        kB: (await answerOf(url)).body.length / 1000,
        perSecond: median(rounds.map(({ perSecond }) => perSecond)),
        cpuUs: median(rounds.map(({ cpuUs }) => cpuUs ?? Number.NaN)),
        failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
      }
    }),
  )
  const [json, api] = of as [(typeof of)[number], (typeof of)[number]]
  // Other programs on the machine change requests per second, but hardly the processor time of a request.
  const byCost = json.cpuUs / api.cpuUs
  const byRate = api.perSecond / json.perSecond
  const share = api.failed > 0 ? 0 : Number.isNaN(byCost) ? byRate : byCost
  const shown = of.map(
    ({ name, kB, perSecond, cpuUs }) =>
      `${name} (${kB.toFixed(1)} kB) ${Math.round(perSecond)}/s, ${cpuUs.toFixed(1)} µs of processor time a request`,
  )
  return {
    share,
    says: `a board by /api/v1 beside its JSON: ${shown.join("; ")}; ${byRate.toFixed(2)} of the JSON by requests, ${byCost.toFixed(2)} by processor time`,
  }
}
