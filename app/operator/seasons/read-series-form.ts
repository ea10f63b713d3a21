import { z } from "zod"
import type { Series } from "#content/competitions.ts"
import { lastDayOf } from "#domain/competition/calendar/period.ts"
import { isDay } from "#primitives/days.ts"
import { orNone, wholeNumber } from "./numbers.ts"

/** What an operator typed about a series; kept as it is when it cannot be saved. */
export interface SeriesDraft {
  slug: string
  name: string
  length: string
  beginsOn: string
  prizes: string
  finishDays: string
  shipping: string
  noBackToBack: boolean
  /** How many there are; empty: it goes on. */
  seasons: string
  /** The series whose races are copied; empty: none. */
  copied: string
}

const shape = z
  .object({
    slug: z
      .string()
      .regex(
        /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
        "Address: use lowercase letters, digits and single hyphens, for example winter-weeks.",
      )
      .max(30, "Address: at most 30 characters.")
      .refine((slug) => !["athletes", "races", "seasons"].includes(slug), "Address: choose another one."),
    name: z.string().min(3, "Name: at least 3 characters.").max(40, "Name: at most 40 characters."),
    length: orNone("Days of a season", 7, 31),
    beginsOn: z.string().refine(isDay, "First day: choose a day."),
    prizes: z
      .array(z.string().max(200, "Prizes: at most 200 characters each."))
      .max(20, "Prizes: at most 20."),
    finishDays: wholeNumber("Active days of a finisher", 1, 31),
    shipping: z.coerce
      .number("Shipping: enter an amount in dollars, such as 9.95.")
      .min(0, "Shipping: enter 0 or more.")
      .max(1000, "Shipping: at most 1,000 dollars."),
    noBackToBack: z.boolean(),
    seasons: orNone("Number of seasons", 1, 100),
  })
  .refine(
    ({ length, finishDays }) => finishDays <= (length ?? 28),
    "Active days of a finisher: a season has fewer days.",
  )

type Read = { draft: SeriesDraft } & ({ ok: true; series: Series } | { ok: false; text: string })

/** Reads the form of a series. Refuses it with a sentence about the first field that is wrong. */
export function readSeriesForm(form: FormData): Read {
  const text = (name: string) =>
    String(form.get(name) ?? "")
      .replace(/[^\S\n]+/g, " ")
      .trim()
  const draft: SeriesDraft = {
    slug: text("slug"),
    name: text("name"),
    length: text("length"),
    beginsOn: text("beginsOn"),
    prizes: text("prizes"),
    finishDays: text("finishDays"),
    shipping: text("shipping"),
    noBackToBack: form.get("noBackToBack") === "yes",
    seasons: text("seasons"),
    copied: text("copied"),
  }
  const titles = draft.prizes
    .split("\n")
    .map((title) => title.trim())
    .filter(Boolean)
  const read = shape.safeParse({ ...draft, prizes: titles })
  if (!read.success)
    return { ok: false, text: read.error.issues[0]?.message ?? "Something is missing.", draft }
  const { slug, shipping, prizes, seasons, ...rules } = read.data
  const length = rules.length ?? ("month" as const)
  const endsOn = seasons === null ? null : lastDayOf({ ...rules, slug, length }, seasons)
  const series = {
    ...{ ...rules, slug, page: slug, board: `this-${slug}`, endsOn, length },
    prizes: prizes.map((title, index) => ({ place: index + 1, title })),
    prizeShippingCents: Math.round(shipping * 100),
  } satisfies Series
  return { ok: true, series, draft }
}
