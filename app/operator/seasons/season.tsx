import { data, Form, Link, useActionData, useLoaderData } from "react-router"
import { z } from "zod"
import { countOf, grouped } from "#content/amounts.ts"
import { passedOverRules } from "#content/competitions.ts"
import { ownPrizes, rulesOf } from "#domain/competition/seasons/season-prizes.ts"
import { messagesToHolders } from "#domain/competition/seasons/winners-message.ts"
import { readSeasons, readTable } from "#domain/operator/read-seasons.ts"
import {
  closeSeason,
  disqualifyAthlete,
  reinstateAthlete,
  setSeasonPrizes,
  writeToWinners,
} from "#domain/operator/seasons.ts"
import { undo } from "#domain/operator/undo.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { journalOf } from "../journal-of.ts"
import { PrizesPanel } from "./prizes-panel.tsx"
import { SentMessages } from "./sent-messages.tsx"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const season = (await readSeasons(world)).find(({ slug }) => slug === args.params.slug)
  if (!season) throw data(null, { status: 404 })
  const table = await readTable(world.db, season)
  const running = season.status === "upcoming"
  const rehearsed = running
    ? null
    : await closeSeason(world, operator, { season: season.slug, early: true, dryRun: true })
  const own = await ownPrizes(world.db, season.id)
  return {
    lines: await journalOf(world, { subject: "season", id: season.slug }),
    messageId: crypto.randomUUID(),
    messages: (await messagesToHolders(world.db, season.slug)).map((one) => ({
      ...one,
      at: momentInWords(one.at),
    })),
    prizes: {
      titles: (own.length > 0 ? own : (await rulesOf(world.db, season)).prizes).map(({ title }) => title),
      own: own.length > 0,
      open: season.closedAt === null,
    },
    season: {
      slug: season.slug,
      status: season.status,
      from: season.from,
      to: season.to,
      closesAt: momentInWords(season.closesAt),
      graceEndsAt: momentInWords(season.graceEndsAt),
      athletes: season.athletes,
    },
    table,
    rehearsed:
      rehearsed?.ok === true
        ? {
            winners: rehearsed.closed.winners.map(({ place, athlete, title }) => ({ place, athlete, title })),
            passedOver: rehearsed.closed.passedOver.map(({ rank, athlete, why }) => ({
              rank,
              athlete,
              why: passedOverRules[why],
            })),
          }
        : null,
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const { request } = args
  const season = args.params.slug ?? ""
  const form = await request.formData()
  const text = (name: string, most = 1000) =>
    String(form.get(name) ?? "")
      .trim()
      .slice(0, most)
  const what = text("do")
  if (form.has("undo")) {
    const undone = await undo(world, operator, Number(form.get("undo")))
    return undone.ok
      ? ({ ok: true, text: "Undone, with its own entry." } satisfies Answer)
      : refused(undone.code, words, request)
  }
  if (what === "prizes" || what === "series-prizes") {
    const titles =
      what === "prizes"
        ? text("titles", 10_000)
            .split(/\r?\n/)
            .filter((one) => one.trim())
        : []
    if (what === "prizes" && titles.length === 0)
      return { ok: false, text: "Write one prize per line, first place first." } satisfies Answer
    const done = await setSeasonPrizes(world, operator, { season, titles })
    return done.ok
      ? ({
          ok: true,
          text: titles.length > 0 ? "The prizes are set." : "The season has its series’ usual prizes again.",
        } satisfies Answer)
      : refused(done.code, words, request)
  }
  if (what === "close") {
    if (text("typed") !== season)
      return { ok: false, text: `Type ${season} to close it. Nothing was done.` } satisfies Answer
    const done = await closeSeason(world, operator, { season, early: form.get("early") === "yes" })
    return done.ok
      ? ({
          ok: true,
          text: `Closed: ${countOf(done.closed.results, "result")}, ${countOf(done.closed.winners.length, "prize")} awarded.`,
        } satisfies Answer)
      : refused(done.code, words, request)
  }
  if (what === "disqualify") {
    if (text("reason").length < 5)
      return {
        ok: false,
        text: "Write a reason. The athlete sees it if it costs them a prize.",
      } satisfies Answer
    const done = await disqualifyAthlete(world, operator, {
      season,
      athlete: text("athlete"),
      reason: text("reason"),
    })
    return done.ok
      ? ({ ok: true, text: "Disqualified." } satisfies Answer)
      : refused(done.code, words, request)
  }
  if (what === "reinstate") {
    const done = await reinstateAthlete(world, operator, { season, athlete: text("athlete") })
    return done.ok ? ({ ok: true, text: "Reinstated." } satisfies Answer) : refused(done.code, words, request)
  }
  if (what === "message") {
    const id = z.uuid().safeParse(text("id"))
    const message = {
      id: id.success ? id.data : crypto.randomUUID(),
      season,
      subject: text("subject", 150),
      text: text("text", 5000),
    }
    if (!message.subject || !message.text)
      return { ok: false, text: "Write a subject and a text." } satisfies Answer
    const dryRun = form.get("confirmed") !== "yes"
    const done = await writeToWinners(world, operator, { ...message, dryRun })
    if (!done.ok) return refused(done.code, words, request)
    return dryRun
      ? {
          ok: true,
          text: `This goes to ${countOf(done.mails, "winner")} and cannot be undone. Send it again to confirm.`,
          message,
        }
      : ({
          ok: true,
          text: `${countOf(done.mails, "email")} ${done.mails === 1 ? "is" : "are"} on ${done.mails === 1 ? "its" : "their"} way.`,
        } satisfies Answer)
  }
  return { ok: false, text: "Choose what to do." } satisfies Answer
}

export default function Season() {
  const { season, table, rehearsed, prizes, messages, messageId, lines } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const message = sent && "message" in sent ? sent.message : null
  const settled = season.status === "settled"
  return (
    <Page
      title={season.slug}
      text={`${season.from} to ${season.to}`}
      action={
        <Link
          to={`/seasons/prizes?season=${season.slug}`}
          data-key="p"
          data-says="Prizes of this season"
          className="inline-flex min-h-11 items-center text-small"
        >
          Prizes of this season
        </Link>
      }
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-2">
        <Panel title={settled ? "Final table" : "Table now"}>
          {table.length === 0 && <p className="text-small text-muted">No points yet.</p>}
          <ol className="grid gap-1 text-small">
            {table.map((line, index) => (
              <li
                key={line.athlete ?? index}
                className="flex flex-wrap items-baseline gap-x-3 border-t border-line pt-1"
              >
                <span className="figures w-8 font-bold">{line.rank}</span>
                <span className={`min-w-0 grow font-semibold ${line.disqualified ? "line-through" : ""}`}>
                  {line.name ?? "an erased athlete"}
                </span>
                <span className="figures">{`${countOf(line.points, "point")}, ${countOf(line.activeDays, "day")}`}</span>
                {line.waiting > 0 && (
                  <Link
                    to={`/review?athlete=${encodeURIComponent(line.name ?? "")}`}
                  >{`${line.waiting} in review`}</Link>
                )}
                {line.athlete &&
                  (line.disqualified ? (
                    <Form method="post" className="flex basis-full items-center gap-3">
                      <span className="text-muted">{`Disqualified: ${line.disqualified}`}</span>
                      <input type="hidden" name="athlete" value={line.athlete} />
                      <button
                        type="submit"
                        name="do"
                        value="reinstate"
                        className="min-h-9 cursor-pointer underline"
                      >
                        Undo
                      </button>
                    </Form>
                  ) : (
                    <details className="basis-full">
                      <summary className="cursor-pointer text-muted">Disqualify</summary>
                      <Form method="post" className="flex items-end gap-2 py-1">
                        <input type="hidden" name="athlete" value={line.athlete} />
                        <label className="grow">
                          <span className="sr-only">{`Reason to disqualify ${line.name}`}</span>
                          <input
                            type="text"
                            name="reason"
                            required
                            minLength={5}
                            maxLength={1000}
                            placeholder="Reason, which the athlete reads"
                            className={`${controlClass} mt-0 min-h-11`}
                          />
                        </label>
                        <Button type="submit" name="do" value="disqualify" look="quiet">
                          Disqualify
                        </Button>
                      </Form>
                    </details>
                  ))}
              </li>
            ))}
          </ol>
        </Panel>
        <div className="grid content-start gap-5">
          <Panel title="Season">
            <Facts
              facts={[
                ["State", season.status],
                ["Ends", season.closesAt],
                ["Late activities until", season.graceEndsAt],
                ["Athletes", grouped(season.athletes)],
              ]}
            />
          </Panel>
          <PrizesPanel prizes={prizes} />
          {rehearsed && (
            <Panel title={settled ? "Passed over" : "If it closed now (a dry run)"}>
              {!settled && (
                <ol className="grid gap-1 text-small">
                  {rehearsed.winners.map((one) => (
                    <li key={one.place}>
                      <span className="figures font-bold">{one.place}</span> {`${one.athlete}: ${one.title}`}
                    </li>
                  ))}
                  {rehearsed.winners.length === 0 && (
                    <li className="text-muted">Nobody would win a prize.</li>
                  )}
                </ol>
              )}
              {rehearsed.passedOver.length > 0 && (
                <ul className="mt-3 grid gap-1 text-small">
                  {rehearsed.passedOver.map((one) => (
                    <li
                      key={one.rank + one.athlete}
                    >{`Passed over: ${one.athlete} (rank ${one.rank}), ${one.why}`}</li>
                  ))}
                </ul>
              )}
              {!settled && (
                <Form method="post" className="mt-4 grid gap-2 text-small">
                  <p>
                    Closing makes the table final, awards the prizes and emails the winners. It cannot be
                    undone.
                  </p>
                  {season.status !== "closing" && (
                    <label className="flex min-h-11 items-center gap-2">
                      <input type="checkbox" name="early" value="yes" className="size-5" />
                      Even though its grace period has not ended
                    </label>
                  )}
                  <label>
                    <span className="text-muted">{`Type ${season.slug} to confirm`}</span>
                    <input
                      type="text"
                      name="typed"
                      required
                      autoComplete="off"
                      className={`${controlClass} mt-1 min-h-11`}
                    />
                  </label>
                  <Button type="submit" name="do" value="close" look="quiet">
                    Close the season
                  </Button>
                </Form>
              )}
            </Panel>
          )}
          {settled && (
            <Panel title="Write to the winners">
              <Form method="post" className="grid gap-2 text-small">
                <label>
                  <span className="text-muted">Subject</span>
                  <input
                    type="text"
                    name="subject"
                    required
                    maxLength={150}
                    defaultValue={message?.subject}
                    className={`${controlClass} mt-1 min-h-11`}
                  />
                </label>
                <label>
                  <span className="text-muted">Text</span>
                  <textarea
                    name="text"
                    rows={5}
                    required
                    maxLength={5000}
                    defaultValue={message?.text}
                    className={`${controlClass} mt-1`}
                  />
                </label>
                <input type="hidden" name="id" value={message?.id ?? messageId} />
                {message && <input type="hidden" name="confirmed" value="yes" />}
                <Button type="submit" name="do" value="message" look="quiet">
                  {message ? "Send it now" : "See who gets it"}
                </Button>
              </Form>
              <SentMessages messages={messages} />
            </Panel>
          )}
          <Panel title="Journal">
            <JournalLines lines={lines} />
          </Panel>
        </div>
      </div>
    </Page>
  )
}
