import type { Series } from "#content/competitions.ts"
import { readSeries } from "#domain/competition/calendar/series.ts"
import { changeSeries, endSeries, makeSeries, resumeSeries } from "#domain/competition/series/change.ts"
import { type Prepared, preparedFor } from "#domain/competition/series/upcoming.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { CommandName } from "./commands.ts"
import type { Inverse } from "./inverse.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

interface Undoing {
  undoes?: number | null
}

const subjectOf = (slug: string) => ({ kind: "series", id: slug })

/** What an entry records of a series: its rules, and what is prepared for its next season. */
function lookAt({ now }: Pick<World, "now">, slug: string) {
  return async (db: Db): Promise<Record<string, unknown>> => {
    const series = (await readSeries(db)).find((one) => one.slug === slug)
    return series ? { ...series, prepared: await preparedFor(db, { series: slug, now: now() }) } : {}
  }
}

/** Makes a series. Errors: those of `act` and `makeSeries`. */
export async function makeRaceSeries(
  world: World,
  operator: Operator,
  given: { series: Series; copied: string | null },
) {
  const { slug } = given.series
  const command = { command: "series.make", subject: subjectOf(slug), look: lookAt(world, slug) } as const
  return act(world, operator, command, (inside) => makeSeries(inside, given))
}

/** Changes a series. Errors: those of `act` and `changeSeries`. */
export async function changeRaceSeries(
  world: World,
  operator: Operator,
  { series, undoes = null }: Undoing & { series: Series },
) {
  const command = {
    command: "series.change",
    subject: subjectOf(series.slug),
    undoes,
    look: lookAt(world, series.slug),
  } as const
  return act(world, operator, command, (inside) => changeSeries(inside, series))
}

/** Ends a series. Errors: those of `act` and `endSeries`. */
export async function endRaceSeries(
  world: World,
  operator: Operator,
  { slug, undoes = null }: Undoing & { slug: string },
) {
  const command = {
    command: "series.end",
    subject: subjectOf(slug),
    undoes,
    look: lookAt(world, slug),
  } as const
  return act(world, operator, command, (inside) => endSeries(inside, slug))
}

/** Lets a series go on that was ended. Errors: those of `act` and `resumeSeries`. */
export async function resumeRaceSeries(
  world: World,
  operator: Operator,
  {
    slug,
    prepared,
    endsOn = null,
    undoes = null,
  }: Undoing & { slug: string; prepared?: Prepared; endsOn?: string | null },
) {
  const command = {
    command: "series.resume",
    subject: subjectOf(slug),
    undoes,
    look: lookAt(world, slug),
  } as const
  return act(world, operator, command, (inside) =>
    resumeSeries(inside, { slug, endsOn, ...(prepared && { prepared }) }),
  )
}

const undoBeginning: Inverse = (world, operator, { id, subjectId }) =>
  endRaceSeries(world, operator, { slug: subjectId, undoes: id })

export const seriesInverses: Partial<Record<CommandName, Inverse>> = {
  "series.make": undoBeginning,
  "series.resume": undoBeginning,
  "series.end": (world, operator, { id, subjectId, before }) =>
    resumeRaceSeries(world, operator, {
      slug: subjectId,
      undoes: id,
      endsOn: typeof before.endsOn === "string" ? before.endsOn : null,
      // Absent if nothing was prepared: an entry contains what changed.
      ...(before.prepared ? { prepared: before.prepared as Prepared } : {}),
    }),
  async "series.change"(world, operator, { id, subjectId, before }) {
    const series = (await readSeries(world.db)).find(({ slug }) => slug === subjectId)
    if (!series) return { ok: false, code: "changed" }
    const { prepared, ...rules } = before as Partial<Series> & { prepared?: unknown }
    return changeRaceSeries(world, operator, { series: { ...series, ...rules }, undoes: id })
  },
}
