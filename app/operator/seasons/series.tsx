import { data, useLoaderData, useSearchParams } from "react-router"
import { countOf, grouped, inDollars } from "#content/amounts.ts"
import type { Series } from "#content/competitions.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import { readSeries } from "#domain/competition/calendar/series.ts"
import { lastDayNow } from "#domain/competition/series/change.ts"
import { previewSeries, type SeriesPreview } from "#domain/competition/series/preview.ts"
import { changeRaceSeries, endRaceSeries, makeRaceSeries, resumeRaceSeries } from "#domain/operator/series.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { useSent } from "../frame/use-sent.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { readSeriesForm, type SeriesDraft } from "./read-series-form.ts"
import { SeriesForm } from "./series-form.tsx"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/seasons")
  const today = competitionDay(world.now())
  const all = await readSeries(world.db)
  return {
    series: all.map((one) => ({
      ...one,
      begun: one.beginsOn <= today,
      over: one.endsOn !== null && one.endsOn < today,
      ends: one.endsOn === null || one.endsOn > lastDayNow(one, today),
      rule: ruleOf(one),
    })),
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const { request } = args
  const form = await request.formData()
  if (form.has("undo")) return undoFromDesk(args, "/seasons", { entry: form.get("undo"), words })
  const what = String(form.get("do") ?? "")
  const slug = String(form.get("slug") ?? "")
  if (what === "end" || what === "resume") {
    const done = await (what === "end" ? endRaceSeries : resumeRaceSeries)(world, operator, { slug })
    if (!done.ok) return refused(done.code, words, request)
    return {
      ok: true,
      text: what === "end" ? "It ends with its current season. Nothing of it begins anymore." : "It goes on.",
    } satisfies Answer
  }
  const given = readSeriesForm(form)
  const { draft } = given
  if (!given.ok) return { ok: false, text: given.text, draft, preview: null }
  const { series } = given
  if (what === "preview")
    return {
      ok: true,
      text: "Nothing was saved yet.",
      draft,
      preview: await previewSeries(world.db, series, world.now()),
    }
  if (what !== "make" && what !== "change") return { ok: false, text: "Choose what to do." } satisfies Answer
  const done =
    what === "make"
      ? await makeRaceSeries(world, operator, { series, copied: draft.copied || null })
      : await changeRaceSeries(world, operator, { series })
  if (done.ok)
    return {
      ok: true,
      text:
        what === "make"
          ? "It is made. Its first season is listed under Seasons, where its races and prizes can be set."
          : "It is changed: its name at once, the rest for the seasons that begin later. A running season without points has the new prizes, too.",
    } satisfies Answer
  const answer = refused(done.code, words, request)
  // What was typed stays in the form.
  return "data" in answer && !answer.data.ok
    ? data({ ...answer.data, draft, preview: null }, { status: 409 })
    : answer
}

/** The response to a form that was not saved: what was typed, and the preview. */
interface Unsaved {
  draft: SeriesDraft
  preview: SeriesPreview | null
}

const blank: SeriesDraft = {
  slug: "",
  name: "",
  length: "",
  beginsOn: "",
  prizes: "",
  finishDays: "8",
  shipping: "0",
  noBackToBack: false,
  seasons: "",
  copied: "",
}

export default function AllSeries() {
  const { series } = useLoaderData<typeof loader>()
  const sent = useSent<typeof action>() as (Answer & Partial<Unsaved>) | undefined
  const { draft, preview } = sent ?? {}
  const copied = useSearchParams()[0].get("copy")
  const source = series.find(({ slug }) => slug === copied)
  const isNew = draft !== undefined && !series.some(({ slug }) => slug === draft.slug)
  return (
    <Page
      title="Races that repeat"
      text="Each has consecutive seasons with a board, prizes and finishers. The first that is running is featured."
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-2">
        <div className="grid content-start gap-5">
          {series.map((one) => (
            <Panel key={one.slug} title={one.name}>
              <p className="text-small text-muted">{one.rule.join(" ")}</p>
              <div className="mt-3 flex flex-wrap gap-2">
                <ButtonLink to={`?copy=${one.slug}`} look="quiet">
                  {`Copy ${one.name}`}
                </ButtonLink>
                {!one.over && (
                  <PressForm className="flex flex-wrap gap-2">
                    <input type="hidden" name="slug" value={one.slug} />
                    {one.ends && (
                      <Button type="submit" name="do" value="end" look="quiet">{`End ${one.name}`}</Button>
                    )}
                    {one.endsOn && (
                      <Button type="submit" name="do" value="resume" look="quiet">
                        {`Let ${one.name} go on`}
                      </Button>
                    )}
                  </PressForm>
                )}
              </div>
              {one.endsOn === null && (
                <details className="mt-2 text-small" open={draft?.slug === one.slug}>
                  <summary className="min-h-11 cursor-pointer py-2 text-muted">
                    {one.begun ? `Change ${one.name}` : "Change it"}
                  </summary>
                  <SeriesForm
                    draft={draft?.slug === one.slug ? draft : draftOf(one)}
                    begun={one.begun}
                    others={[]}
                    save={{ value: "change", label: "Save the changes" }}
                  />
                </details>
              )}
            </Panel>
          ))}
        </div>
        <div className="grid content-start gap-5">
          <Panel title={source ? `A copy of ${source.name}` : "Make a race"}>
            <SeriesForm
              draft={isNew ? draft : source ? copyOf(source) : blank}
              begun={false}
              others={series}
              save={{ value: "make", label: "Make the race" }}
            />
          </Panel>
          {preview && (
            <Panel title={`As it would have been: ${preview.from} to ${preview.to}`}>
              <p className="text-small">
                {`${countOf(preview.athletes, "athlete")} with points, ${grouped(preview.finishers)} of them finishers.`}
              </p>
              <ol className="mt-2 grid gap-1 text-small">
                {preview.first.map((one) => (
                  <li key={`${one.rank} ${one.name}`} className="flex justify-between gap-4">
                    <span className="wrap-anywhere">
                      <span className="figures font-bold">{one.rank}</span> {one.name}
                    </span>
                    <span className="figures shrink-0">{countOf(one.points, "point")}</span>
                  </li>
                ))}
              </ol>
            </Panel>
          )}
        </div>
      </div>
    </Page>
  )
}

function ruleOf({ length, beginsOn, endsOn, prizes, finishDays, prizeShippingCents, noBackToBack }: Series) {
  return [
    length === "month" ? "Calendar months," : `Seasons of ${length} days,`,
    endsOn === null
      ? `from ${beginsOn} on.`
      : endsOn < beginsOn
        ? "ended before it began."
        : `until ${endsOn}.`,
    `${countOf(prizes.length, "prize")}, ${prizeShippingCents === 0 ? "shipped for free" : `shipping ${inDollars(prizeShippingCents)}`}.`,
    `${finishDays} active days make a finisher.`,
    ...(noBackToBack ? ["Winners cannot win the next season."] : []),
  ]
}

function draftOf(series: Series): SeriesDraft {
  return {
    slug: series.slug,
    name: series.name,
    length: series.length === "month" ? "" : String(series.length),
    beginsOn: series.beginsOn,
    prizes: series.prizes.map(({ title }) => title).join("\n"),
    finishDays: String(series.finishDays),
    shipping: String(series.prizeShippingCents / 100),
    noBackToBack: series.noBackToBack,
    seasons: "",
    copied: "",
  }
}

/** Its address and its first day are to be chosen. */
function copyOf(series: Series): SeriesDraft {
  return { ...draftOf(series), slug: "", beginsOn: "", copied: series.slug }
}
