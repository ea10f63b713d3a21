import { data, Link, useLoaderData } from "react-router"
import { activityKinds, kindWords } from "#content/activity-kinds.ts"
import { countOf } from "#content/amounts.ts"
import { isOfTeams, metrics, ownDates, type SideRace } from "#content/races.ts"
import { valueInWords } from "#content/value-in-words.ts"
import { latestDay } from "#domain/competition/calendar/days-anywhere.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import { readRule } from "#domain/competition/races/change.ts"
import { previewRace } from "#domain/competition/races/preview.ts"
import { addSideRace, changeSideRace, endSideRace } from "#domain/operator/races.ts"
import { readSeasons } from "#domain/operator/read-seasons.ts"
import { ruleInWords } from "../../pages/leaderboard/side-race/rule-in-words.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { useSent } from "../frame/use-sent.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { RaceForm } from "./race-form.tsx"
import { type RaceDraft, readRaceForm } from "./read-race-form.ts"
import { answerSponsorPanel, readSponsorPanel } from "./sponsor-of.ts"
import { SponsorForms } from "./sponsor-panel.tsx"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/seasons")
  const slug = args.params.slug ?? ""
  const seasons = await readSeasons(world)
  const season = seasons.find((one) => one.slug === slug)
  const hasDates = slug === ownDates
  if (!season && !hasDates) throw data(null, { status: 404 })
  const stored = await world.db.sql<{ name: string; ended: boolean; closed: boolean; begun: boolean }>`
    select r.name, r.ended_at is not null as ended, r.closed_at is not null as closed,
      coalesce(s.opens_at <= ${world.now()}, r.from_on <= ${latestDay(world.now())}::date) as begun
    from races r left join seasons s on s.id = r.season_id
    where r.season_id is not distinct from ${season?.id ?? null} and r.entrants <> 'invited' order by r.position, r.id`
  const races = await Promise.all(
    stored.map(async ({ name, ...state }) => {
      const race = (await readRule(world.db, { season: slug, name })) as SideRace
      const sponsor = await readSponsorPanel(world, { season: slug, race: name })
      return { ...state, race, rule: ruleInWords(race), sponsor }
    }),
  )
  const query = new URL(args.request.url).searchParams
  const copied = { season: query.get("season") ?? "", name: query.get("race") ?? "" }
  return {
    season: slug,
    hasDates,
    begun: season !== undefined && season.opensAt <= world.now(),
    closed: season !== undefined && season.closedAt !== null,
    races,
    copied: (await readRule(world.db, copied)) ?? null,
    // Where a race can be copied to.
    open: seasons.filter(({ closedAt }) => closedAt === null).map((one) => one.slug),
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const { request } = args
  const season = args.params.slug ?? ""
  const form = await request.formData()
  if (form.has("undo")) return undoFromDesk(args, "/seasons", { entry: form.get("undo"), words })
  const what = String(form.get("do") ?? "")
  const name = String(form.get("name") ?? "")
  if (what === "end" || what === "resume") {
    const done = await endSideRace(world, operator, { season, name, ended: what === "end" })
    if (!done.ok) return refused(done.code, words, request)
    return {
      ok: true,
      text: what === "end" ? "The race was ended. It is shown nowhere anymore." : "The race is back.",
    } satisfies Answer
  }
  const sponsored = await answerSponsorPanel(args, form, { season, race: name })
  if (sponsored) return sponsored
  const given = readRaceForm(form, { hasDates: season === ownDates })
  const { draft } = given
  if (!given.ok) return { ok: false, text: given.text, draft, preview: null }
  if (what === "preview") {
    const preview = await previewRace(world.db, {
      season,
      race: given.race,
      today: competitionDay(world.now()),
    })
    return { ok: true, text: "Nothing was saved yet.", draft, preview }
  }
  if (what === "add" || what === "change") {
    const done = await (what === "add" ? addSideRace : changeSideRace)(world, operator, {
      season,
      race: given.race,
    })
    if (done.ok)
      return {
        ok: true,
        text: what === "add" ? "The race was added." : "The race was changed.",
      } satisfies Answer
    const answer = refused(done.code, words, request)
    // What was typed stays in the form.
    return "data" in answer && !answer.data.ok
      ? data({ ...answer.data, draft, preview: null }, { status: 409 })
      : answer
  }
  return { ok: false, text: "Choose what to do." } satisfies Answer
}

/** The response to a form that was not saved: what was typed, and the preview of the race. */
interface Unsaved {
  draft: RaceDraft
  preview: Awaited<ReturnType<typeof previewRace>>
}

const blank: RaceDraft = {
  name: "",
  title: "",
  words: "",
  metric: "points",
  kinds: [],
  weekdays: [],
  newcomers: false,
  capADay: "",
  daysAWeek: "",
  leastMinutes: "30",
  leastDays: "1",
  entrants: "athletes",
  fromOn: "",
  toOn: "",
  teamSize: "",
  target: "",
  prize: "",
  mostPrizes: "",
  listed: true,
  repeats: true,
}

const kindChoices = activityKinds
  .filter((kind) => kind !== "transition")
  .map((kind) => ({ value: kind, label: kindWords[kind].noun }))

export default function Races() {
  const { season, hasDates, begun, closed, races, copied, open } = useLoaderData<typeof loader>()
  const sent = useSent<typeof action>() as (Answer & Partial<Unsaved>) | undefined
  const { draft, preview } = sent ?? {}
  const isNew = draft !== undefined && !races.some(({ race }) => race.name === draft.name)
  return (
    <Page
      title={hasDates ? "Races with dates of their own" : "Side races"}
      text={
        hasDates
          ? "The same training, counted in other ways, on days of their own."
          : `${season}. The same training, counted in other ways. A team race can have a prize.`
      }
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-2">
        <div className="grid content-start gap-5">
          {races.length === 0 && (
            <p className="border border-line bg-raised px-5 py-8">
              {hasDates
                ? "There is none yet."
                : `This season has no side races${begun ? "" : " yet. Those that repeat are added when it begins"}.`}
            </p>
          )}
          {races.map(({ race, rule, ended, begun, closed, sponsor }) => (
            <Panel key={race.name} title={race.title}>
              <p className="text-small">{race.words}</p>
              <p className="mt-2 text-small text-muted">{rule.join(" ")}</p>
              <p className="mt-2 text-small text-muted">
                {ended
                  ? "Ended."
                  : [
                      race.listed ? "Shown on the leaderboard" : "Reached by its address only",
                      race.fromOn !== null
                        ? `${race.fromOn} to ${race.toOn}`
                        : race.repeats
                          ? "repeats in the next season"
                          : "for this season only",
                    ].join("; ")}
              </p>
              {isOfTeams(race) && (
                <Link
                  to={`/seasons/${season}/races/${race.name}/teams`}
                  className="inline-flex min-h-11 items-center text-small"
                >
                  Teams
                </Link>
              )}
              <p className="flex flex-wrap gap-x-5 text-small">
                {(hasDates ? [season] : open).map((to) => (
                  <Link
                    key={to}
                    to={`/seasons/${to}/races?season=${season}&race=${race.name}`}
                    className="inline-flex min-h-11 items-center"
                  >
                    {hasDates || to === season ? "Copy" : `Copy into ${to}`}
                  </Link>
                ))}
              </p>
              {!ended && (
                <details className="mt-2 text-small">
                  <summary className="min-h-11 cursor-pointer py-2 text-muted">
                    {sponsor.sponsor ? `Sponsor: ${sponsor.sponsor.name}` : "Sponsor: none"}
                  </summary>
                  <SponsorForms {...sponsor} race={race} />
                </details>
              )}
              {!closed && (
                <>
                  <PressForm className="mt-3">
                    <input type="hidden" name="name" value={race.name} />
                    <Button type="submit" name="do" value={ended ? "resume" : "end"} look="quiet">
                      {ended ? `Resume ${race.title}` : `End ${race.title}`}
                    </Button>
                  </PressForm>
                  {!ended && (
                    <details className="mt-2 text-small" open={draft?.name === race.name}>
                      <summary className="min-h-11 cursor-pointer py-2 text-muted">
                        {begun ? "Change its words" : "Change it"}
                      </summary>
                      <RaceForm
                        key={race.name}
                        draft={draft?.name === race.name ? draft : draftOf(race)}
                        kinds={kindChoices}
                        metrics={metrics}
                        begun={begun}
                        hasDates={hasDates}
                        save={{ value: "change", label: "Save the race" }}
                      />
                    </details>
                  )}
                </>
              )}
            </Panel>
          ))}
        </div>
        {!closed && (
          <Panel title="Add a side race">
            <RaceForm
              draft={isNew ? draft : copied ? { ...draftOf(copied), name: nameOfCopy(copied, races) } : blank}
              kinds={kindChoices}
              metrics={metrics}
              begun={false}
              hasDates={hasDates}
              save={{ value: "add", label: "Add the race" }}
            />
          </Panel>
        )}
        {preview && draft && (
          <Panel title={`As it would have been: ${preview.season}`}>
            <p className="text-small">{countOf(preview.athletes, "athlete")} with a place.</p>
            <ol className="mt-2 grid gap-1 text-small">
              {preview.first.map((one) => (
                <li key={`${one.rank} ${one.name}`} className="flex justify-between gap-4">
                  <span className="wrap-anywhere">
                    <span className="figures font-bold">{one.rank}</span> {one.name}
                  </span>
                  <span className="figures shrink-0">{valueInWords(draft.metric, one.value)}</span>
                </li>
              ))}
            </ol>
          </Panel>
        )}
      </div>
    </Page>
  )
}

/** Its own name, unless there is one already. */
function nameOfCopy({ name }: SideRace, races: readonly { race: SideRace }[]): string {
  return races.some(({ race }) => race.name === name) ? `${name}-2` : name
}

function draftOf(race: SideRace): RaceDraft {
  const text = (value: number | null) => (value === null ? "" : String(value))
  return {
    ...race,
    kinds: race.kinds ?? [],
    weekdays: race.weekdays ?? [],
    fromOn: race.fromOn ?? "",
    toOn: race.toOn ?? "",
    capADay: text(race.capADay),
    daysAWeek: text(race.daysAWeek),
    leastMinutes: String(race.leastMinutes),
    leastDays: String(race.leastDays),
    teamSize: text(race.teamSize),
    target: text(race.target),
    prize: race.prize ?? "",
    mostPrizes: text(race.mostPrizes),
  }
}
