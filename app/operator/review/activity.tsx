import { data, Link, redirect, useLoaderData, useLocation } from "react-router"
import { kindWords } from "#content/activity-kinds.ts"
import { type ReasonCode, reasons } from "#content/reasons.ts"
import { versionOf } from "#domain/competition/review/decide.ts"
import { neighborsOf, readReviewed } from "#domain/competition/review/review.ts"
import { linesAbout } from "#domain/operator/read-journal.ts"
import { claim } from "#domain/operator/review/claim.ts"
import { decideReview, noteOn, whyNotDecide } from "#domain/operator/review/decide.ts"
import { gatherEvidence } from "#domain/operator/review/evidence.ts"
import { replyToObjection, whyNotReply } from "#domain/operator/review/reply.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { toSeries } from "#primitives/series.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { NoteForm } from "../frame/note-form.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { undoFromDesk } from "../undo-from-desk.ts"
import { EvidencePanels } from "./evidence-panels.tsx"
import { ObjectionPanel } from "./objection-panel.tsx"
import { filterOf, readQueueAddress } from "./query.ts"
import { toRow } from "./rows.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/review")
  const id = idOf(args)
  const found = await readReviewed(world, id)
  if (!found) throw data(null, { status: 404 })
  const filter = filterOf(readQueueAddress(args.request))
  const [version, claimed, around, evidence, lines, done, notReply, notDecide] = await Promise.all([
    versionOf(world.db, id),
    claim(world, operator, id),
    neighborsOf(world, filter, id),
    gatherEvidence(world, found),
    linesAbout(world.db, { subject: "activity", id: String(id) }),
    lineDone(args),
    whyNotReply(world, operator, id),
    whyNotDecide(world, operator, id),
  ])
  const { samples, twin, neighbors, earlier, ...more } = evidence
  const { objection } = found
  return {
    row: toRow(found, world.now()),
    hasOriginal: found.original === "kept",
    version,
    claimed: claimed && { operator: claimed.operator, until: momentInWords(claimed.until) },
    around,
    done,
    notDecide: notDecide && (words[notDecide] ?? null),
    lines: lines.map((line) => ({ ...line, at: momentInWords(line.at) })),
    objection: objection && {
      text: objection.text,
      about: reasons[objection.reason],
      waitsFor: objection.waitsFor,
      notReply: notReply && (words[notReply] ?? null),
    },
    evidence: {
      ...more,
      series: samples && toSeries(samples),
      neighbors: neighbors.map((one) => ({
        ...one,
        startedAt: momentInWords(one.startedAt),
        kind: kindWords[one.kind as keyof typeof kindWords].noun,
        reason: reasons[one.reason as ReasonCode],
      })),
      earlier: earlier.map((one) => ({ ...one, at: momentInWords(one.at) })),
      twin: twin && {
        ...twin,
        startedAt: momentInWords(twin.startedAt),
        receivedAt: momentInWords(twin.receivedAt),
        kind: kindWords[twin.kind as keyof typeof kindWords].noun,
        reason: reasons[twin.reason as ReasonCode],
        samples: twin.samples && toSeries(twin.samples),
      },
    },
  }
}

/** The last decision, with its entry, to undo it. */
async function lineDone({ request, context }: RouteArgs) {
  const entry = Number(new URL(request.url).searchParams.get("done"))
  if (!Number.isSafeInteger(entry) || entry <= 0) return null
  const { world } = enter({ request, context, params: {} }, "/review")
  const [line] = await linesAbout(world.db, { entry })
  return line ? { entry, says: line.says, subjectId: line.subjectId } : null
}

const decisions = { count: "count", decline: "decline", reset: null } as const

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/review")
  const { request } = args
  const id = idOf(args)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? "").trim()
  const what = text("do")
  if (what === "undo") {
    return undoFromDesk(args, "/review", { entry: text("entry"), words, text: "Undone." })
  }
  if (what === "note") {
    if (text("text") === "") return { ok: false, text: "Write the note first." } satisfies Answer
    const noted = await noteOn(world, operator, { id, text: text("text").slice(0, 1000) })
    return noted.ok ? ({ ok: true, text: "Noted." } satisfies Answer) : refused(noted.code, words, request)
  }
  if (what === "answer-count" || what === "answer-decline") {
    const replied = await replyToObjection(world, operator, {
      id,
      text: text("text"),
      counts: what === "answer-count",
    })
    if (!replied.ok) return refused(replied.code, words, request)
    return { ok: true, text: "Replied. The athlete gets an email." } satisfies Answer
  }
  if (!(what in decisions)) return { ok: false, text: "Choose what to do." } satisfies Answer
  const filter = filterOf(readQueueAddress(request))
  // Read before it leaves the queue.
  const { next } = await neighborsOf(world, filter, id)
  const done = await decideReview(world, operator, {
    id,
    decision: decisions[what as keyof typeof decisions],
    reason: text("reason").slice(0, 1000) || null,
    seen: text("seen"),
  })
  if (!done.ok && done.code !== "already_done") return refused(done.code, words, request)
  const search = queueOf(new URL(request.url).search)
  search.set("done", String(done.entry))
  return redirect(`/review/${next ?? id}?${search}`)
}

function idOf({ params }: RouteArgs): number {
  if (!/^\d{1,15}$/.test(params.id ?? "")) throw data(null, { status: 404 })
  return Number(params.id)
}

/** The filter of the list that the activity was opened from: the keys move within it. */
function queueOf(search: string): URLSearchParams {
  const queue = new URLSearchParams(search)
  for (const name of ["done", "page", "sort", "columns"]) queue.delete(name)
  return queue
}

export default function Activity() {
  const { row, version, claimed, around, done, notDecide, lines, objection, evidence, hasOriginal } =
    useLoaderData<typeof loader>()
  const { search } = useLocation()
  const queue = queueOf(search)
  const query = queue.size > 0 ? `?${queue}` : ""
  const here = `/review/${row.id}${query}`
  return (
    <Page
      title={`${row.athlete}: ${row.what}`}
      text={around.position === null ? "No longer in this queue." : `${around.position} of ${around.total}`}
      action={
        <nav aria-label="Queue" className="flex gap-4 text-small">
          <Step to={around.previous} query={query} label="Previous" k="k" />
          <Step to={around.next} query={query} label="Next" k="j" />
          <Link
            to={`/review${query}`}
            data-key="l"
            data-says="The list"
            className="inline-flex min-h-11 items-center"
          >
            List
          </Link>
        </nav>
      }
    >
      <Answered />
      {done && (
        <PressForm
          action={here}
          className="mb-4 flex flex-wrap items-center gap-4 border-l-4 border-success bg-raised px-4 py-1.5 text-small"
          role="status"
        >
          <span>
            <Link to={`/review/${done.subjectId}`}>{`Activity ${done.subjectId}`}</Link>
            {`: ${done.says}.`}
          </span>
          <input type="hidden" name="entry" value={done.entry} />
          <button
            type="submit"
            name="do"
            value="undo"
            data-key="u"
            data-says="Undo the last decision"
            className="min-h-11 cursor-pointer font-semibold underline"
          >
            Undo
          </button>
        </PressForm>
      )}
      {claimed && (
        <p className="mb-4 border-l-4 border-danger bg-raised px-4 py-2.5 text-small">
          {`${claimed.operator} is looking at this, until ${claimed.until} at the latest.`}
        </p>
      )}
      <div className="flex flex-col gap-5 xl:grid xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 content-start gap-5">
          <EvidencePanels
            evidence={evidence}
            why={row.why}
            signs={row.signs}
            id={row.id}
            hasOriginal={hasOriginal}
          />
        </div>
        {/* On a phone its parts are in the same column as the evidence, so that the decision stays within reach of the
           thumb. */}
        <div className="contents content-start gap-5 xl:sticky xl:top-5 xl:grid xl:self-start">
          <Panel title="Activity">
            <Facts
              facts={[
                ["Athlete", row.athlete],
                ["Sport", row.kind],
                ["Started", row.started],
                ["Received", row.received],
                ["Source", row.source],
                [
                  "State",
                  `${row.status}${row.decision ? `, by decision (${row.decision})` : ", by the rules"}`,
                ],
              ]}
            />
          </Panel>
          {objection && <ObjectionPanel {...objection} row={row} here={here} key={`answer ${row.id}`} />}
          {/* The reply to an objection decides. */}
          {!objection && notDecide && (
            <p className="border-l-4 border-danger bg-raised px-4 py-2.5 text-small">{notDecide}</p>
          )}
          {!objection && !notDecide && (
            <section
              aria-label="Decision"
              className="sticky bottom-0 z-10 -mx-4 border border-line bg-raised p-3 xl:static xl:mx-0 xl:p-4"
            >
              <PressForm action={here} key={`decide ${row.id}`} className="grid gap-2">
                <input type="hidden" name="seen" value={version ?? ""} />
                <label className="text-small">
                  <span className="sr-only text-muted xl:not-sr-only">Reason, which the athlete reads</span>
                  <input
                    type="text"
                    name="reason"
                    maxLength={1000}
                    placeholder="Reason, which the athlete reads"
                    data-key="w"
                    data-says="Write a reason"
                    className={`${controlClass} mt-0 xl:mt-1 xl:placeholder:text-transparent`}
                  />
                </label>
                <div className="flex flex-wrap gap-2 *:grow xl:*:grow-0">
                  <Button type="submit" name="do" value="count" data-key="c" disabled={claimed !== null}>
                    Count
                  </Button>
                  <Button
                    type="submit"
                    name="do"
                    value="decline"
                    look="plain"
                    data-key="d"
                    disabled={claimed !== null}
                  >
                    Decline
                  </Button>
                  {row.decision && (
                    <Button
                      type="submit"
                      name="do"
                      value="reset"
                      look="quiet"
                      data-key="r"
                      disabled={claimed !== null}
                    >
                      Back to the rules
                    </Button>
                  )}
                </div>
              </PressForm>
            </section>
          )}
          <Panel title="Notes and journal">
            <NoteForm action={here} key={`note ${row.id} ${lines.length}`} />
            {lines.length > 0 && (
              <ul className="mt-3 grid gap-1.5 text-small">
                {lines.map((line) => (
                  <li key={line.id}>
                    <span className="figures text-muted">{line.at}</span> {line.operator} {line.says}
                    {line.reason && <q className="ml-1 italic">{line.reason}</q>}
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        </div>
      </div>
    </Page>
  )
}

function Step({ to, query, label, k }: { to: number | null; query: string; label: string; k: string }) {
  if (to === null) return <span className="inline-flex min-h-11 items-center text-muted">{label}</span>
  return (
    <Link
      to={`/review/${to}${query}`}
      prefetch="none"
      data-key={k}
      data-says={label}
      className="inline-flex min-h-11 items-center"
    >
      {label}
    </Link>
  )
}
