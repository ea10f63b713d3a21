import { Link, useLoaderData } from "react-router"
import { z } from "zod"
import { countOf, grouped } from "#content/amounts.ts"
import { serviceNames } from "#content/services.ts"
import { mailId, resendMail } from "#domain/operator/people/resend.ts"
import { releaseFromConsole } from "#domain/operator/release-missing.ts"
import { dropJobs, makeBackup, readService, retryJobs } from "#domain/operator/service.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { MailLines } from "../frame/mail-lines.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Sources } from "./sources.tsx"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/service")
  const found = await readService(world)
  const at = (date: Date | null) => date && momentInWords(date)
  return {
    ...found,
    mails: found.mails.map((one) => ({ ...one, queuedAt: at(one.queuedAt) })),
    dead: found.dead.map((one) => ({ ...one, diedAt: at(one.diedAt) })),
    backups: found.backups.slice(0, 10).map((one) => momentInWords(one)),
    sources: found.sources.map(({ refusedSince, comparedAt, alarms, held, health, ...one }) => ({
      ...one,
      refusedSince: at(refusedSince),
      comparedAt: at(comparedAt),
      eventAt: at(health.eventAt),
      answeredAt: at(health.answeredAt),
      refusal: health.refusal && refusalWords[health.refusal],
      refusedAt: at(health.refusedAt),
      alarms: alarms.map(
        ({ because, since, refusals }) =>
          `${alarmWords[because]}, since ${momentInWords(since)}${refusals > 1 ? ` (${countOf(refusals, "time")})` : ""}.`,
      ),
      held: held.map(({ since, ...list }) => ({ ...list, since: momentInWords(since) })),
      closedUntil: at(one.closedUntil),
    })),
  }
}

/** The last refusal in words, which follow the service's name. */
const refusalWords = {
  unauthorized: "did not accept an athlete’s token",
  consent_missing: "is waiting for an athlete to accept its terms",
  grant_refused: "did not renew an athlete’s permission",
  not_found: "did not find what was asked for",
  application_refused: "refused this site",
  limited: "stopped taking requests for a while",
  wrong_secret: "was not what sent a webhook: its secret did not match",
  invalid_event: "sent a webhook that could not be read",
} as const

/** Why a service refuses this site, worded to follow the service's name. */
const alarmWords = {
  credentials: "does not accept this site’s id or secret",
  inactive: "says that this site’s application is not active",
  capacity: "lets no more athletes connect",
  unknown: "refuses this site without a reason",
} as const

const words: Record<string, string> = {
  no_machine: "This process cannot do that.",
  no_backups: "No backup folder is set (BACKUP_DIR), or the database has its own backups.",
  not_kept: "This email was delivered or is on its way. Delivered emails are not kept.",
  not_held: "This list is complete again. Nothing was removed.",
  unknown_job: "None of these jobs is waiting for a retry anymore.",
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/service")
  const form = await args.request.formData()
  if (form.get("do") === "backup") {
    const done = await makeBackup(world, operator)
    return done.ok
      ? ({ ok: true, text: "The backup is written." } satisfies Answer)
      : refused(done.code, words, args.request)
  }
  if (form.has("resend")) {
    const done = await resendMail(world, operator, mailId(form))
    return done.ok
      ? ({ ok: true, text: "The email is on its way again." } satisfies Answer)
      : refused(done.code, words, args.request)
  }
  if (form.has("release")) {
    const held = z
      .tuple([z.enum(serviceNames), z.coerce.number().int()])
      .parse(String(form.get("release")).split(" "))
    const done = await releaseFromConsole(world, operator, { source: held[0], athleteId: held[1] })
    const text =
      "We are asking for each of them now. Those that are gone will be removed, and their owner will be told."
    return done.ok ? ({ ok: true, text } satisfies Answer) : refused(done.code, words, args.request)
  }
  const ids = form.getAll("job").filter((id) => typeof id === "string")
  const drop = form.get("do") === "drop"
  const done = await (drop ? dropJobs : retryJobs)(world, operator, ids)
  const text = (moved: number) =>
    drop
      ? `${countOf(moved, "job")} dropped. The journal can put ${moved === 1 ? "it" : "them"} back.`
      : `${countOf(moved, "job")} put back.`
  return done.ok
    ? ({ ok: true, text: text(done.moved) } satisfies Answer)
    : refused(done.code, words, args.request)
}

export default function Service() {
  const found = useLoaderData<typeof loader>()
  const { dead, queues, mails, counts, sources, settings, versions, backups } = found
  const waiting = queues.filter(({ waiting, atWork, dead }) => waiting + atWork + dead > 0)
  return (
    <Page title="Service" text="What is running, what is waiting, and what has given up.">
      <Answered />
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-2">
        <Panel title="Jobs that have given up">
          {dead.length === 0 ? (
            <p className="text-small text-muted">None.</p>
          ) : (
            <PressForm className="grid gap-2 text-small">
              {dead.map((job) => (
                <label key={job.id} className="flex gap-3">
                  <input
                    type="checkbox"
                    name="job"
                    value={job.id}
                    defaultChecked
                    className="mt-1 size-5 shrink-0"
                  />
                  <span>
                    <span className="figures text-muted">{job.diedAt}</span> <b>{job.queue}</b>
                    {`, ${countOf(job.attempts, "try", "tries")}: ${job.reason}`}
                  </span>
                </label>
              ))}
              <div className="flex flex-wrap gap-3">
                <Button type="submit" name="do" value="retry" look="quiet" data-key="r">
                  Try these again
                </Button>
                <Button type="submit" name="do" value="drop" look="quiet">
                  Drop these
                </Button>
              </div>
            </PressForm>
          )}
        </Panel>
        <Panel title="Queues">
          {waiting.length === 0 ? (
            <p className="text-small text-muted">Nothing is waiting.</p>
          ) : (
            <Facts
              facts={waiting.map((one) => [
                one.queue,
                [
                  [one.waiting, "waiting"],
                  [one.atWork, "running"],
                  [one.dead, "given up"],
                ]
                  .flatMap(([count, what]) => (count ? `${grouped(Number(count))} ${what}` : []))
                  .join(", "),
              ])}
            />
          )}
        </Panel>
        <Panel title="Emails">
          <p className="mb-2">
            <Link
              to="/service/sending"
              data-key="s"
              data-says="Sending check"
              className="inline-flex min-h-11 items-center"
            >
              Check whether they arrive: SPF, DKIM, DMARC, MX
            </Link>
          </p>
          <p className="figures text-small">
            {counts.map(({ state, count }) => `${grouped(count)} ${state}`).join(", ") || "No emails yet."}
          </p>
          <div className="mt-2">
            <MailLines mails={mails} none="None are waiting, and none have failed." />
          </div>
        </Panel>
        <Panel title="Chats">
          <Link
            to="/service/chats"
            data-key="c"
            data-says="Chats"
            className="inline-flex min-h-11 items-center"
          >
            Post the weekly board to Discord or Slack
          </Link>
        </Panel>
        <Panel title="Sources" className="lg:col-span-2">
          <Sources sources={sources} />
        </Panel>
        <Panel title="Backups">
          {found.ownsDatabase ? (
            <>
              <ul className="figures grid gap-0.5 text-small">
                {backups.map((at) => (
                  <li key={at}>{at}</li>
                ))}
                {backups.length === 0 && <li className="text-muted">No backup yet.</li>}
              </ul>
              {found.canBackUp ? (
                <PressForm className="mt-3">
                  <Button type="submit" name="do" value="backup" look="quiet" data-key="b">
                    Make one now
                  </Button>
                </PressForm>
              ) : (
                <p className="mt-2 text-small">Set BACKUP_DIR, and the site makes a backup every night.</p>
              )}
            </>
          ) : (
            <p className="text-small">The database has its own server and its own backups.</p>
          )}
          {found.diskFreeBytes !== undefined && (
            <p className="figures mt-2 text-small">{`${grouped(Math.round(found.diskFreeBytes / 1e9))} GB free on the disk.`}</p>
          )}
        </Panel>
        <Panel title="Versions">
          <Facts facts={Object.entries(versions)} />
        </Panel>
        <Panel title="Settings in force" className="lg:col-span-2">
          <div className="wrap-anywhere">
            <Facts facts={settings.map(({ name, value }) => [name, value])} />
          </div>
        </Panel>
      </div>
    </Page>
  )
}
