import type { LoggedExercise, StrengthLog } from "#ports/recorded.ts"
import { delimiterOf, firstLineOf, readCsv } from "#primitives/csv.ts"
import { collect, decodeText } from "./collect.ts"
import { limits } from "./limits.ts"
import { readLocalTime } from "./local-time.ts"
import { Refusal } from "./refusal.ts"

/** The rows of one workout, keyed by column title. */
type Row = (...titles: string[]) => string

/**
 * The strength sessions in a CSV export of Hevy or Strong, one row per set. Neither states a time zone, and Strong does
 * not state the unit of weights. Throws a Refusal.
 */
export async function readStrengthLogs(bytes: AsyncIterable<Uint8Array>) {
  const whole = await collect(bytes, {
    most: limits.csvBytes,
    // Both apps write the column titles in the first line, well within these first bytes.
    looksRight: (head) => appOf(titlesOf(head.toString("utf8"))) !== undefined,
  })
  const text = decodeText(whole)
  const titles = titlesOf(text)
  const app = appOf(titles) as StrengthLog["app"]
  const logs = new Map<string, { log: StrengthLog; exercises: Map<string, LoggedExercise> }>()
  const unreadable = new Set<string>()
  const rows = readCsv(text.replace(/^\uFEFF/, ""), delimiterOf(text))
  rows.next()
  for (const { cells: values } of rows) {
    const row: Row = (...names) => values[titles.findIndex((title) => names.includes(title))]?.trim() ?? ""
    const began = row("start_time", "date")
    const startedLocal = readLocalTime(began)
    if (!startedLocal) {
      unreadable.add(began)
      continue
    }
    const title = row("title", "workout name")
    const key = `${startedLocal}|${title}`
    const found = logs.get(key) ?? {
      log: {
        app,
        title: title || null,
        startedLocal,
        durationS: app === "hevy" ? betweenS(startedLocal, row("end_time")) : strongSeconds(row),
        exercises: [],
        weightUnit: unitOf(titles, row("weight unit")),
      },
      exercises: new Map<string, LoggedExercise>(),
    }
    logs.set(key, found)
    if (logs.size > limits.strengthLogs)
      throw new Refusal(`has more than ${limits.strengthLogs.toLocaleString("en-US")} sessions`)
    addSet(found.exercises, row)
  }
  if (logs.size === 0)
    throw new Refusal(unreadable.size > 0 ? unreadableDate(unreadable) : "no sessions in it")
  return {
    activities: [],
    logs: [...logs.values()].map(({ log, exercises }) => ({ ...log, exercises: [...exercises.values()] })),
    ...(unreadable.size > 0 && { note: unreadableDate(unreadable) }),
  }
}

function addSet(exercises: Map<string, LoggedExercise>, row: Row): void {
  const name = row("exercise_title", "exercise name").slice(0, 100)
  const order = row("set_order", "set order")
  // Strong writes pauses and notes as rows; W, or "warmup" in Hevy, is a warm-up set.
  if (!name || /^(rest timer|note|w)$/i.test(order) || /^warm/i.test(row("set_type"))) return
  const exercise = exercises.get(name) ?? { name, sets: 0, reps: 0, volume: 0 }
  if (!exercises.has(name) && exercises.size === limits.exercises) return
  const reps = amountOf(row("reps"))
  exercise.sets++
  exercise.reps += reps
  exercise.volume += reps * amountOf(row(...weightTitles))
  exercises.set(name, exercise)
}

const weightTitles = ["weight_kg", "weight_lbs", "weight", "weight (kg)", "weight (lbs)", "weight (lb)"]

function titlesOf(text: string): string[] {
  const titles: string[] = readCsv(firstLineOf(text), delimiterOf(text)).next().value?.cells ?? []
  return titles.map((title) => title.trim().toLowerCase())
}

function appOf(titles: readonly string[]): StrengthLog["app"] | undefined {
  const has = (...names: string[]) => names.every((name) => titles.includes(name))
  if (has("title", "start_time", "exercise_title", "set_index")) return "hevy"
  if (has("date", "workout name", "exercise name", "set order")) return "strong"
  return undefined
}

function unitOf(titles: readonly string[], named: string): "kg" | "lb" | null {
  if (titles.includes("weight_kg") || titles.includes("weight (kg)") || /^kg/i.test(named)) return "kg"
  const pounds = ["weight_lbs", "weight (lbs)", "weight (lb)"]
  return titles.some((title) => pounds.includes(title)) || /^lb/i.test(named) ? "lb" : null
}

/** A plausible number with a decimal point or comma; 0 if missing. */
function amountOf(text: string): number {
  const amount = Number(text.replace(",", ".") || 0)
  return amount <= 10_000 ? Math.max(0, amount) : 0
}

function betweenS(from: string, end: string): number | null {
  const to = readLocalTime(end)
  const seconds = to ? (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1000 : -1
  return isPlausible(seconds) ? seconds : null
}

/** "1h 5m", "45min", "3900", "3900s" */
function strongSeconds(row: Row): number | null {
  const given = row("duration", "duration (sec)")
  const [, h, m, s] = /^(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+)\s*s?)?$/i.exec(given) ?? []
  const seconds = Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0)
  return isPlausible(seconds) ? seconds : null
}

function isPlausible(seconds: number): boolean {
  return seconds > 0 && seconds <= 86_400
}

function unreadableDate(dates: ReadonlySet<string>): string {
  const [first = ""] = dates
  const shown = first.slice(0, 40).replace(/\p{Cc}/gu, " ")
  return `${dates.size} of its sessions left out: the date “${shown}” cannot be read`
}
