import type { ReactNode } from "react"
import { data, Link, redirect, useLoaderData } from "react-router"
import { countOf, grouped, inDollars } from "#content/amounts.ts"
import { operatorRoles as roles } from "#content/operator-roles.ts"
import {
  confirmAddress,
  erasePerson,
  hostedEvents,
  setBan,
  setHostedEvents,
  setRole,
} from "#domain/operator/people/account.ts"
import { openPerson } from "#domain/operator/people/person.ts"
import { mailId, resendMail } from "#domain/operator/people/resend.ts"
import { householdChoices, readTie, setTie, type Tie } from "#domain/operator/people/tie.ts"
import { beginView } from "#domain/operator/people/view-as.ts"
import { pageOfJournal } from "#domain/operator/read-journal.ts"
import { isRole, type Role } from "#domain/operator/roles.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { type Answer, refused } from "../answer.ts"
import { personalData } from "../context.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Line } from "../frame/fields.tsx"
import { MailLines } from "../frame/mail-lines.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { personId } from "./person-id.ts"
import { TieForm } from "./tie-form.tsx"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/people")
  const id = personId(args)
  const opened = await openPerson(world, operator, id)
  if (!opened.ok) throw data(null, { status: 404 })
  const { account, athlete, orders, mails, consents, submissions, spots, places } = opened.person
  const { activities, photo, reports, cheers } = opened.person
  const { rows } = await pageOfJournal(world.db, { person: id }, { limit: 30, offset: 0 })
  const at = (date: Date | null) => date && momentInWords(date)
  return {
    id,
    hosted: await hostedEvents(world.db, id),
    events: world.published.words.list("events").map(({ slug, title }) => ({ slug, title })),
    tie: await readTie(world.db, id),
    operators: await householdChoices(world.db),
    account: {
      ...account,
      createdAt: at(account.createdAt),
      confirmedAt: at(account.confirmedAt),
      lastSignInAt: at(account.lastSignInAt),
    },
    athlete: athlete && { ...athlete, joinedAt: at(athlete.joinedAt) },
    places,
    spots,
    activities,
    photo: photo && { ...photo, placedAt: at(photo.placedAt) },
    reports: reports.map((one) => ({ ...one, at: at(one.at) })),
    cheers: { ...cheers, mutedUntil: at(cheers.mutedUntil) },
    orders: orders.map((one) => ({ ...one, at: at(one.at) })),
    mails: mails.map((one) => ({ ...one, queuedAt: at(one.queuedAt), endedAt: at(one.endedAt) })),
    consents: consents.map((one) => ({ ...one, at: at(one.at) })),
    submissions: submissions.map((one) => ({ ...one, at: at(one.at) })),
    journal: rows.map(({ id, at: when, operator, says, reason }) => ({
      id,
      at: at(when),
      operator,
      says,
      reason,
    })),
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/people")
  const { request, context } = args
  const userId = personId(args)
  const form = await request.formData()
  const text = (name: string) =>
    String(form.get(name) ?? "")
      .trim()
      .slice(0, 1000)
  const what = text("do")
  const reason = text("reason")
  const said = (done: { ok: true } | { ok: false; code: string }, sentence: string) =>
    done.ok ? ({ ok: true, text: sentence } satisfies Answer) : refused(done.code, words, request)
  if (form.has("resend"))
    return said(await resendMail(world, operator, mailId(form)), "The email is on its way again.")
  if (what === "ban" || what === "unban") {
    const banned = what === "ban"
    const done = await setBan(world, operator, { userId, banned, reason })
    return said(done, banned ? "Banned and signed out everywhere." : "The ban is lifted.")
  }
  if (what === "confirm")
    return said(await confirmAddress(world, operator, { userId, reason }), "The address is confirmed.")
  if (what === "tie") {
    const [kind, id] = text("tie").split(" ")
    const householdOf = (await householdChoices(world.db)).find((one) => one.id === id)?.id ?? null
    const known = kind === "sponsor" || (kind === "household" && householdOf !== null) ? kind : null
    const tie: Tie = { kind: known, householdOf: known === "household" ? householdOf : null }
    return said(await setTie(world, operator, { userId, tie }), "Saved. It applies from the next award on.")
  }
  if (what === "role") {
    const role = text("role")
    const wanted = isRole(role) ? role : null
    return said(
      await setRole(world, operator, { userId, role: wanted }),
      "The role is changed and takes effect at the next sign-in.",
    )
  }
  if (what === "hosted") {
    const chosen = form.getAll("event")
    const known = world.published.words
      .list("events")
      .map(({ slug }) => slug)
      .filter((slug) => chosen.includes(slug))
    return said(
      await setHostedEvents(world, operator, { userId, events: known }),
      "Saved. It applies at once.",
    )
  }
  if (what === "view") {
    const begun = await beginView(world, operator, { userId, reason })
    return begun.ok || begun.code === "already_done"
      ? redirect(`/people/${userId}/as`)
      : refused(begun.code, words, request)
  }
  if (what === "erase") {
    const kept = context.get(personalData)
    const erased = await erasePerson(world, operator, { userId, confirmation: text("typed"), kept })
    return erased.ok || erased.code === "already_done"
      ? redirect("/people")
      : refused(erased.code, words, request)
  }
  return { ok: false, text: "Choose what to do." } satisfies Answer
}

const roleNames: Record<Role, string> = {
  owner: "Owner: everything",
  helper: "Helper: review, inbox, check-in, reports",
  moderator: "Moderator: reports",
  writer: "Writer: drafts of articles",
  host: "Host: own events",
}

export default function Person() {
  const {
    id,
    account,
    athlete,
    places,
    orders,
    mails,
    consents,
    submissions,
    spots,
    journal,
    tie,
    events,
    hosted,
    activities,
    photo,
    reports,
    cheers,
    operators,
  } = useLoaderData<typeof loader>()
  return (
    <Page
      title={account.name || account.email || "An account"}
      text="Opening this page is noted in the journal."
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 content-start gap-5 lg:grid-cols-2">
          <Panel title="Account">
            <Facts
              facts={[
                ["Email", account.email],
                ["Since", account.createdAt],
                ["Confirmed", account.confirmedAt ?? "no"],
                ["Last sign-in", account.lastSignInAt ?? "never"],
                ["Two-step sign-in", account.secured ? "yes" : "no"],
                ["Signed in on", countOf(account.sessions, "device")],
                ["Role", account.role ?? "member"],
                ["State", account.banned ? "banned" : "active"],
              ]}
            />
          </Panel>
          <Panel title="Athlete">
            {athlete ? (
              <Facts
                facts={[
                  [
                    "Name",
                    <Link
                      key="review"
                      to={`/review?view=decided&athlete=${encodeURIComponent(athlete.name)}`}
                    >
                      {athlete.name}
                    </Link>,
                  ],
                  ["Visibility", athlete.visibility],
                  ["Joined", athlete.joinedAt],
                  ["Activities", countOf(athlete.activities, "activity", "activities")],
                  ["In review", String(athlete.waiting)],
                  ...places.map(
                    ({ board, rank, points }) =>
                      [board, `rank ${rank}, ${countOf(points, "point")}`] as const,
                  ),
                ]}
              />
            ) : (
              <p className="text-small text-muted">Not in the competition.</p>
            )}
          </Panel>
          <Lines
            title="Activities"
            none="No activities."
            lines={activities.map((one) => [
              String(one.id),
              one.on,
              `${one.name ?? one.kind}, ${one.status}${one.reason ? `: ${one.reason}` : ""}`,
              `/review/${one.id}?view=decided`,
            ])}
          />
          <Panel title="Community">
            <Facts
              facts={[
                [
                  "Photo",
                  photo ? (
                    <Link key="photo" to={photo.state === "waiting" ? "/review/photos" : ""}>
                      {`${photo.state}, since ${photo.placedAt}`}
                    </Link>
                  ) : (
                    "none"
                  ),
                ],
                ["Cheers given", grouped(cheers.given)],
                ["Cheers received", grouped(cheers.received)],
                ["Blocks", countOf(cheers.blocked, "member")],
                ["Muted until", cheers.mutedUntil ?? "not muted"],
                ["Has reported", countOf(cheers.reported, "time")],
              ]}
            />
          </Panel>
          <Lines
            title="Reports about them"
            none="None."
            lines={reports.map((one) => [
              String(one.id),
              one.at,
              `${one.about}: ${one.reason}, ${one.decision ?? "not decided yet"}`,
              `/reports/${one.id}`,
            ])}
          />
          <Lines
            title="Orders"
            none="No orders."
            lines={orders.map((one) => [
              one.id,
              one.at,
              `${one.name}, ${one.state}${one.totalCents === null ? "" : `, ${inDollars(one.totalCents)}`}`,
              `/orders/${one.id}`,
            ])}
          />
          <Panel title="Emails sent to them">
            <MailLines mails={mails} none="No emails in the last 400 days." />
          </Panel>
          <Lines
            title="Messages"
            none="No messages."
            lines={submissions.map((one) => [
              one.id,
              one.at,
              `${one.form}, ${one.status}`,
              `/inbox/${one.id}`,
            ])}
          />
          <Lines
            title="Events"
            none="No spots."
            lines={spots.map((one) => [
              `${one.event} ${one.heldOn}`,
              one.heldOn,
              `${one.event}, ${one.state}`,
              `/events/${one.event}/${one.heldOn}`,
            ])}
          />
          <Lines
            title="Consents"
            none="None."
            lines={consents.map((one, index) => [
              `${index}`,
              one.at,
              `${one.list}: ${one.event}${one.source ? ` (${one.source})` : ""}`,
            ])}
          />
          <Lines
            title="Journal"
            none="Nothing yet."
            lines={journal.map((one) => [
              String(one.id),
              one.at,
              `${one.operator} ${one.says}${one.reason ? `: ${one.reason}` : ""}`,
            ])}
          />
        </div>
        <div className="grid content-start gap-5">
          <Panel title="View as">
            <Do
              id={id}
              name="view"
              label="View as this member"
              reason="Why (required)"
              says="Read-only, for 15 minutes, noted in the journal."
              shortcut="v"
            />
          </Panel>
          <Panel title="Help">
            {!account.confirmedAt && (
              <Do id={id} name="confirm" label="Confirm the address" reason="How you know it is theirs" />
            )}
            <p className="text-small">
              <a href={`/operator/people/${id}/export`}>Export everything kept about them</a>
            </p>
          </Panel>
          <Panel title="Role">
            <PressForm className="flex items-end gap-2">
              <label className="grow text-small">
                <span className="sr-only">Role</span>
                <select
                  name="role"
                  defaultValue={account.role ?? ""}
                  className={`${controlClass} mt-0 min-h-11`}
                >
                  <option value="">Member</option>
                  {roles.map((role) => (
                    <option key={role} value={role}>
                      {roleNames[role]}
                    </option>
                  ))}
                </select>
              </label>
              <Button type="submit" name="do" value="role" look="quiet">
                Set
              </Button>
            </PressForm>
            {account.role === "host" && (
              <PressForm key={hosted.join(" ")} className="mt-3 grid text-small">
                <fieldset>
                  <legend className="text-muted">Their events</legend>
                  {events.map(({ slug, title }) => (
                    <label key={slug} className="flex min-h-11 items-center gap-2">
                      <input
                        type="checkbox"
                        name="event"
                        value={slug}
                        defaultChecked={hosted.includes(slug)}
                        className="size-5"
                      />
                      {title}
                    </label>
                  ))}
                </fieldset>
                <div>
                  <Button type="submit" name="do" value="hosted" look="quiet">
                    Set the events
                  </Button>
                </div>
              </PressForm>
            )}
          </Panel>
          {athlete && (
            <Panel title="Can win">
              <TieForm tie={tie} declared={athlete.declaredTie} operators={operators} />
            </Panel>
          )}
          <Panel title="Ban">
            <Do
              id={id}
              name={account.banned ? "unban" : "ban"}
              label={account.banned ? "Lift the ban" : "Ban"}
              reason="Why"
            />
          </Panel>
          <Panel title="Erase">
            <PressForm className="grid gap-2 text-small">
              <p>Removes the account and everything kept about the person. It cannot be undone.</p>
              <Line
                label={`Type ${account.email} to confirm`}
                type="text"
                name="typed"
                autoComplete="off"
                required
                className="min-h-11"
              />
              <Button type="submit" name="do" value="erase" look="quiet">
                Erase
              </Button>
            </PressForm>
          </Panel>
        </div>
      </div>
    </Page>
  )
}

function Do(props: {
  id: string
  name: string
  label: string
  reason: string
  says?: string
  shortcut?: string
}) {
  return (
    <PressForm key={`${props.id} ${props.name}`} className="grid gap-2 text-small">
      {props.says && <p>{props.says}</p>}
      <Line
        label={props.reason}
        type="text"
        name="reason"
        maxLength={1000}
        data-key={props.shortcut}
        data-says={props.label}
        className="min-h-11"
      />
      <Button type="submit" name="do" value={props.name} look="quiet">
        {props.label}
      </Button>
    </PressForm>
  )
}

function Lines({
  title,
  none,
  lines,
}: {
  title: string
  none: string
  lines: readonly (readonly [id: string, at: ReactNode, text: string, to?: string])[]
}) {
  return (
    <Panel title={title}>
      {lines.length === 0 ? (
        <p className="text-small text-muted">{none}</p>
      ) : (
        <ul className="grid gap-1 text-small">
          {lines.map(([id, at, text, to]) => (
            <li key={id} className="wrap-anywhere">
              <span className="figures text-muted">{at}</span> {to ? <Link to={to}>{text}</Link> : text}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
