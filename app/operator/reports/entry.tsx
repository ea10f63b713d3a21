import { data, redirect, useLoaderData } from "react-router"
import { countOf } from "#content/amounts.ts"
import { photoAddress } from "#content/photos.ts"
import { isReportReason, reportLimits, reportReasons } from "#content/reports.ts"
import { muteOf } from "#domain/community/mute.ts"
import { queuedReports, reportQueue } from "#domain/community/queue.ts"
import { decideEntry, endMute, muteAthlete } from "#domain/operator/reports/report-commands.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { kinds, words } from "./words.ts"

/** Days of a mute. */
const muteDays = [1, 7, 30, 365] as const

async function find(args: RouteArgs) {
  const { world, operator } = enter(args, "/reports")
  const report = /^\d{1,15}$/.test(args.params.id ?? "") ? Number(args.params.id) : 0
  const [entry] = await reportQueue(world, { operatorId: operator.id, report })
  return { world, operator, entry, report }
}

export async function loader(args: RouteArgs) {
  const { world, entry } = await find(args)
  if (!entry) throw data(null, { status: 404 })
  const { reports, photo, before } = await queuedReports(world, entry)
  const muted = entry.athleteId === null ? null : await muteOf(world.db, entry.athleteId, world.now())
  return {
    report: entry.report,
    kind: entry.kind,
    says: kinds[entry.kind],
    shown: entry.shown,
    text: entry.kind === "comment" ? (entry.text ?? "Its writer has deleted it.") : null,
    address:
      entry.kind === "page" ? entry.id : entry.slug === null ? null : `/leaderboard/athletes/${entry.slug}`,
    photo: photo && photoAddress(photo.version, 768, "webp", photo.key),
    hidden: entry.hiddenSince && momentInWords(entry.hiddenSince),
    canMute: entry.athleteId !== null,
    muted: muted && momentInWords(muted.until),
    reports: reports.map(({ id, reason, note, quoted, at, record }) => ({
      id,
      reason: reportReasons[reason].label,
      note,
      quoted: quoted === entry.text ? null : quoted,
      at: momentInWords(at),
      record: record ? recordInWords(record) : "Without an account",
    })),
    first: reports[0]?.reason ?? "other",
    before: before.map((one) => ({ ...one, at: momentInWords(one.at) })),
  }
}

/** How often moderators agreed with the reporter before. */
function recordInWords({ agreed, declined }: { agreed: number; declined: number }): string {
  return agreed + declined === 0
    ? "A member who has reported nothing before"
    : `A member: ${agreed} of ${countOf(agreed + declined, "earlier report")} led to something`
}

export async function action(args: RouteArgs) {
  const { world, operator, entry, report } = await find(args)
  const form = await args.request.formData()
  const text = (name: string) => String(form.get(name) ?? "").trim()
  const what = text("do")
  if (what === "mute" || what === "unmute") {
    if (entry?.athleteId == null) return refused("unknown_athlete", words, args.request)
    const { athleteId } = entry
    const hidesEarlier = form.has("earlier")
    const days = muteDays.find((one) => String(one) === text("days"))
    const reason = text("reason").slice(0, 1000)
    if (what === "mute" && (!days || reason === ""))
      return { ok: false, text: "Say for how long, and why." } satisfies Answer
    const done =
      what === "mute"
        ? await muteAthlete(world, operator, { athleteId, days: days ?? 1, reason, hidesEarlier })
        : await endMute(world, operator, { athleteId })
    if (!done.ok) return refused(done.code, words, args.request)
    return {
      ok: true,
      text: what === "mute" ? "Muted. They were told why." : "The mute has ended.",
    } satisfies Answer
  }
  const [rule, statement] = [text("rule"), text("statement").slice(0, reportLimits.statement)]
  if (what !== "hide" && what !== "keep") return { ok: false, text: "Choose what to do." } satisfies Answer
  if (!isReportReason(rule) || statement.length < 10)
    return { ok: false, text: "Write a statement of reasons first: both sides read it." } satisfies Answer
  const done = await decideEntry(world, operator, { report, action: what, rule, statement })
  if (!done.ok && done.code !== "already_done") return refused(done.code, words, args.request)
  return redirect(`/reports?done=${done.entry}`)
}

export default function Entry() {
  const loaded = useLoaderData<typeof loader>()
  const { kind, shown, address, photo, reports, before } = loaded
  return (
    <Page
      title={`${loaded.says}: ${shown}`}
      text={loaded.hidden && `Hidden automatically since ${loaded.hidden}.`}
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 content-start gap-5">
          <Panel title="What is reported">
            {photo && <img src={photo} alt="The reported one" className="mb-3 max-h-96 max-w-full" />}
            <p className="text-card wrap-anywhere">{shown}</p>
            {loaded.text !== null && (
              <blockquote
                dir="auto"
                className="mt-3 max-w-[80ch] border-l-4 border-volt pl-3 whitespace-pre-wrap wrap-anywhere"
              >
                {loaded.text}
              </blockquote>
            )}
            {address && (
              <p className="mt-2 text-small wrap-anywhere">
                <a href={address}>{address}</a>
              </p>
            )}
          </Panel>
          {reports.map((one) => (
            <Panel key={one.id} title={`${one.reason}, ${one.at}`}>
              <p className="max-w-[80ch] whitespace-pre-wrap wrap-anywhere">
                {one.note ?? "Without a note."}
              </p>
              {one.quoted !== null && (
                <p dir="auto" className="mt-2 max-w-[80ch] whitespace-pre-wrap wrap-anywhere">
                  <span className="text-muted">It said then:</span> {one.quoted}
                </p>
              )}
              <p className="figures mt-2 text-small text-muted">{one.record}</p>
            </Panel>
          ))}
          {before.length > 0 && (
            <Panel title="Decided before">
              <Facts
                facts={before.map((one) => [
                  one.at,
                  `${one.action === "hide" ? "Hidden" : "Kept"}: ${one.statement ?? ""}`,
                ])}
              />
            </Panel>
          )}
        </div>
        <div className="grid content-start gap-5">
          <Panel title="Decision">
            <PressForm className="grid gap-3">
              <label className="text-small">
                <span className="text-muted">Rule</span>
                <select name="rule" defaultValue={loaded.first} className={controlClass}>
                  {Object.entries(reportReasons).map(([reason, { label }]) => (
                    <option key={reason} value={reason}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
              <label className="text-small">
                <span className="text-muted">Statement of reasons. Both sides get it by email.</span>
                <textarea
                  name="statement"
                  rows={5}
                  required
                  minLength={10}
                  maxLength={reportLimits.statement}
                  data-key="s"
                  data-says="Write the statement"
                  className={controlClass}
                />
              </label>
              <div className="flex flex-wrap gap-2">
                <Button type="submit" name="do" value="hide" look="quiet">
                  {kind === "page" ? "It was changed or removed" : "Hide it"}
                </Button>
                <Button type="submit" name="do" value="keep" look="quiet">
                  It stays
                </Button>
              </div>
            </PressForm>
          </Panel>
          {loaded.canMute && (
            <Panel title="Mute">
              {loaded.muted ? (
                <PressForm className="grid gap-3 text-small">
                  <p>{`Cannot cheer or comment until ${loaded.muted}.`}</p>
                  <div>
                    <Button type="submit" name="do" value="unmute" look="quiet">
                      End the mute
                    </Button>
                  </div>
                </PressForm>
              ) : (
                <PressForm className="grid gap-3">
                  <label className="text-small">
                    <span className="text-muted">Cannot cheer or comment for</span>
                    <select name="days" defaultValue="7" className={controlClass}>
                      {muteDays.map((days) => (
                        <option key={days} value={days}>
                          {days === 1 ? "a day" : `${days} days`}
                        </option>
                      ))}
                    </select>
                  </label>
                  <label className="text-small">
                    <span className="text-muted">Why. They get it by email.</span>
                    <input type="text" name="reason" required maxLength={1000} className={controlClass} />
                  </label>
                  <label className="flex items-center gap-2 text-small">
                    <input type="checkbox" name="earlier" value="on" />
                    Hide all comments that they wrote before
                  </label>
                  <div>
                    <Button type="submit" name="do" value="mute" look="quiet">
                      Mute
                    </Button>
                  </div>
                </PressForm>
              )}
            </Panel>
          )}
        </div>
      </div>
    </Page>
  )
}
