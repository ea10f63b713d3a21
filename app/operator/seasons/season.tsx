import { data, Link, useLoaderData } from "react-router"
import { z } from "zod"
import { countOf, grouped } from "#content/amounts.ts"
import { passedOverRules } from "#content/reasons.ts"
import { expectedClose } from "#domain/competition/seasons/expected-close.ts"
import { countFinisherCodes } from "#domain/competition/seasons/finisher-codes.ts"
import { openObjections } from "#domain/competition/seasons/open-objections.ts"
import { messagesToHolders } from "#domain/competition/seasons/winners-message.ts"
import { previewSeries } from "#domain/competition/series/preview.ts"
import { ownPrizes, rulesOf } from "#domain/competition/series/season-prizes.ts"
import { setUpOf } from "#domain/competition/series/set-up.ts"
import { readSeasons, readTable } from "#domain/operator/read-seasons.ts"
import { changeSeason, copySeason } from "#domain/operator/season-setup.ts"
import {
  addSeasonCodes,
  closeSeason,
  disqualifyAthlete,
  reinstateAthlete,
  setSeasonPrizes,
  writeToWinners,
} from "#domain/operator/seasons.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { useSent } from "../frame/use-sent.ts"
import { journalOf } from "../journal-of.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { ClosePanel } from "./close-panel.tsx"
import { CodesPanel } from "./codes-panel.tsx"
import { InvitePanel } from "./invite-panel.tsx"
import { wholeNumber } from "./numbers.ts"
import { PrizesPanel } from "./prizes-panel.tsx"
import { SetUpPanel } from "./setup-panel.tsx"
import { answerSponsorPanel, readSponsorPanel } from "./sponsor-of.ts"
import { SponsorPanel } from "./sponsor-panel.tsx"
import { TablePanel } from "./table-panel.tsx"
import { WaitingObjections } from "./waiting-objections.tsx"
import { seasonStates, words } from "./words.ts"
import { WriteToWinners } from "./write-to-winners.tsx"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/seasons")
  const all = await readSeasons(world)
  const season = all.find(({ slug }) => slug === args.params.slug)
  if (!season) throw data(null, { status: 404 })
  const table = await readTable(world.db, season)
  const expected = season.status === "upcoming" ? null : await expectedClose(world.db, season)
  const own = await ownPrizes(world.db, season.id)
  const objections = season.status === "upcoming" ? [] : await openObjections(world.db, season)
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
    setUp: season.status === "upcoming" ? await readSetUp(world, season) : null,
    invitation: season.closedAt === null ? `${world.settings.siteUrl}/join` : null,
    others: all.flatMap(({ slug }) => (slug === season.slug ? [] : [slug])),
    codes: await countFinisherCodes(world.db, season.id),
    sponsor: await readSponsorPanel(world, { season: season.slug, race: null }),
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
    objections: objections.map(({ activityId, places, dueAt }) => ({
      activityId,
      places,
      due: momentInWords(dueAt),
    })),
    expected: expected && {
      winners: expected.winners,
      passedOver: expected.passedOver.map((one) => ({ ...one, why: passedOverRules[one.why] })),
    },
  }
}

/** @param typed active days of a finisher; null: those that are set */
async function readSetUp(world: World, season: { id: number; series: string; slug: string }, typed?: number) {
  const { finishDays = 1 } = (await setUpOf(world.db, season.slug)) ?? {}
  const rules = { ...(await rulesOf(world.db, season)), finishDays: typed ?? finishDays }
  const { from, to, athletes, finishers } = await previewSeries(world.db, rules, world.now())
  return { finishDays: rules.finishDays, preview: { from, to, athletes, finishers } }
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
    return undoFromDesk(args, "/seasons", { entry: form.get("undo"), words })
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
  if (what === "change" || what === "preview") {
    const read = wholeNumber("Active days of a finisher", 1, 31).safeParse(text("finishDays"))
    if (!read.success) return { ok: false, text: read.error.issues[0]?.message ?? "" } satisfies Answer
    if (what === "preview") {
      const found = (await readSeasons(world)).find(({ slug }) => slug === season)
      if (!found) return refused("unknown_season", words, request)
      return { ok: true, text: "Nothing was saved yet.", setUp: await readSetUp(world, found, read.data) }
    }
    const done = await changeSeason(world, operator, { season, setUp: { finishDays: read.data } })
    return done.ok
      ? ({ ok: true, text: "It is changed." } satisfies Answer)
      : refused(done.code, words, request)
  }
  if (what === "copy") {
    const done = await copySeason(world, operator, { season, from: text("from") })
    return done.ok
      ? ({ ok: true, text: "Copied. Its own side races stayed." } satisfies Answer)
      : refused(done.code, words, request)
  }
  if (what === "codes") {
    const typed = { gift: text("gift", 200), codes: text("codes", 2_000_000) }
    const lines = typed.codes.split(/\r?\n/).map((code) => code.trim())
    const done = await addSeasonCodes(world, operator, { season, gift: typed.gift, codes: lines })
    if (done.ok) return { ok: true, text: `${countOf(done.added, "code")} added.` } satisfies Answer
    const answer = refused(done.code, words, request)
    // What was typed stays in the form.
    return "data" in answer && !answer.data.ok ? data({ ...answer.data, typed }, { status: 409 }) : answer
  }
  const sponsored = await answerSponsorPanel(args, form, { season, race: null })
  if (sponsored) return sponsored
  if (what === "close") {
    if (text("typed") !== season)
      return { ok: false, text: `Type ${season} to close it. Nothing was done.` } satisfies Answer
    const done = await closeSeason(world, operator, { season, early: form.get("early") === "yes" })
    return done.ok
      ? ({
          ok: true,
          text: `Closed: ${countOf(done.closed.results, "result")}. Undisputed places are awarded ${momentInWords(done.closed.awardsFrom)}.`,
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
  const {
    season,
    table,
    objections,
    expected,
    prizes,
    codes,
    sponsor,
    setUp,
    others,
    invitation,
    messages,
    messageId,
    lines,
  } = useLoaderData<typeof loader>()
  const sent = useSent<typeof action>()
  const message = sent && "message" in sent ? sent.message : null
  const tried = sent && "setUp" in sent ? (sent.setUp as typeof setUp) : null
  const typed = sent && "typed" in sent ? (sent.typed as { gift: string; codes: string }) : null
  const settled = season.status === "settled"
  return (
    <Page
      title={season.slug}
      text={`${season.from} to ${season.to}`}
      action={
        <span className="flex flex-wrap gap-x-5">
          <Link
            to={`/seasons/${season.slug}/races`}
            data-key="r"
            data-says="Side races of this season"
            className="inline-flex min-h-11 items-center text-small"
          >
            Side races
          </Link>
          <Link
            to={`/seasons/prizes?season=${season.slug}`}
            data-key="p"
            data-says="Prizes of this season"
            className="inline-flex min-h-11 items-center text-small"
          >
            Prizes of this season
          </Link>
        </span>
      }
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-2">
        <TablePanel table={table} settled={settled} />
        <div className="grid content-start gap-5">
          <Panel title="Season">
            <Facts
              facts={[
                ["State", seasonStates[season.status]],
                ["Ends", season.closesAt],
                ["Late activities until", season.graceEndsAt],
                ["Athletes", grouped(season.athletes)],
              ]}
            />
          </Panel>
          {setUp && <SetUpPanel {...(tried ?? setUp)} others={others} />}
          <PrizesPanel prizes={prizes} />
          {invitation !== null && <InvitePanel address={invitation} />}
          <SponsorPanel {...sponsor} />
          <CodesPanel codes={codes} typed={typed} />
          <WaitingObjections objections={objections} />
          {expected && <ClosePanel season={season} expected={expected} />}
          {settled && <WriteToWinners message={message ?? null} messageId={messageId} messages={messages} />}
          <Panel title="Journal">
            <JournalLines lines={lines} />
          </Panel>
        </div>
      </div>
    </Page>
  )
}
