import { accountMails } from "#content/account-mails.ts"
import { firstSeries } from "#content/competitions.ts"
import { events } from "#content/events.ts"
import { forms } from "#content/forms.ts"
import { lists } from "#content/lists.ts"
import { site } from "#content/site.ts"
import {
  decidedMail,
  hiddenMail,
  mutedMail,
  objectionMail,
  receivedMail,
  shownAgainMail,
} from "#domain/community/mails.ts"
import { alarmMail } from "#domain/competition/intake/connections/alarm-mail.ts"
import { connectionMails } from "#domain/competition/intake/connections/mails.ts"
import { mailDeclined, mailReplied, mailStillOpen } from "#domain/competition/review/review-mails.ts"
import {
  mailAddressCorrected,
  mailClaimMoved,
  mailDisqualified,
  mailMoved,
  mailPassedForWinner,
  mailPassedOn,
  mailShipped,
  mailTrackingCorrected,
  mailUnclaimed,
  mailWon,
} from "#domain/competition/seasons/mails.ts"
import type { SeasonRow } from "#domain/competition/seasons/season.ts"
import { writeToHolders } from "#domain/competition/seasons/winners-message.ts"
import {
  confirmSpotMail,
  freedMail,
  movedUpMail,
  noticeMail,
  reminderMail,
  spotMail,
} from "#domain/events/mails.ts"
import { answerMail } from "#domain/leads/mails/answer.ts"
import { alreadyOnMail, confirmMail, placeMail } from "#domain/leads/mails/confirm.ts"
import { clockMail, declineMail, inviteMail } from "#domain/leads/mails/decision.ts"
import { receiptMail as leadReceipt, operatorMail } from "#domain/leads/mails/submission.ts"
import { sampleLetter } from "#domain/leads/newsletter/letter.ts"
import { renderMail } from "#domain/mail-layout.ts"
import { tokenMadeMail } from "#domain/members/token-mail.ts"
import { noticeMail as memberNotice } from "#domain/notices/notice-mail.ts"
import { sendNotices } from "#domain/notices/send.ts"
import { stillThereTold, weekTold } from "#domain/notices/week.ts"
import { troubleMail } from "#domain/operator/trouble-mail.ts"
import { cancelledMail } from "#domain/shop/mails/cancelled.ts"
import { failureMail } from "#domain/shop/mails/failure.ts"
import { disputeMail, paidMail } from "#domain/shop/mails/operator.ts"
import type { WithAddress } from "#domain/shop/mails/order.ts"
import { receiptMail } from "#domain/shop/mails/receipt.ts"
import { refundMail } from "#domain/shop/mails/refund.ts"
import type { World } from "#domain/world.ts"
import { type MailKind, mailContents } from "#platform/auth/mails/contents.ts"
import { noticeContent } from "#platform/auth/mails/notice-content.ts"
import type { MailMessage } from "#ports/mail.ts"
import { mailHtml } from "#server/markup/mail-html.ts"
import { unusedPorts } from "./unused-ports.ts"

const siteUrl = "https://b4m.example"
const at = new Date("2026-11-20T12:00:00Z")
const to = "mara@northline.example"

const season: SeasonRow = {
  id: 1,
  series: "fortnightly",
  slug: "fortnightly-2026-11-09",
  from: "2026-11-09",
  to: "2026-11-22",
  opensAt: new Date("2026-11-09T08:00:00Z"),
  closesAt: new Date("2026-11-23T08:00:00Z"),
  graceEndsAt: new Date("2026-11-25T08:00:00Z"),
  closedAt: null,
  settledAt: null,
}

const order: WithAddress = {
  id: "0a1b2c3d-0000-4000-8000-000000000000",
  kind: "service",
  name: "Personal Brand Starter Kit",
  mode: "payment",
  state: "paid",
  amount_cents: 2900,
  total_cents: 2900,
  tax_cents: 0,
  discount_cents: 0,
  refunded_cents: 0,
  renewal: false,
  test: false,
  email: to,
  payer_name: "Mara Voss",
  subscription_id: null,
  dispute_id: null,
  created_at: at,
  paid_at: at,
}

/** Every kind of mail that the site sends, as its recipient gets it, by a name for each. */
export async function everyMail(): Promise<Map<string, Pick<MailMessage, "subject" | "text" | "html">>> {
  const mails = new Map<string, Pick<MailMessage, "subject" | "text" | "html">>()
  const add = (name: string, mail: Pick<MailMessage, "subject" | "text" | "html">) => mails.set(name, mail)
  addAccount(add)
  await addCompetition(add)
  addCommunity(add)
  addEvents(add)
  addLeads(add)
  addOrders(add)
  return mails
}

type Add = (name: string, mail: Pick<MailMessage, "subject" | "text" | "html">) => unknown

/** A world in which every query returns the same row and queued mails are collected. */
function worldOf(row: object, queued: MailMessage[] = []): World {
  const sql = async () => [row]
  const db = { sql, transaction: (run: (db: unknown) => unknown) => run({ sql }) }
  const mail = { queue: async (_db: unknown, message: MailMessage) => void queued.push(message) }
  const { published } = unusedPorts
  return {
    settings: { siteUrl },
    sign: () => "token",
    now: () => at,
    db,
    mail,
    published,
  } as unknown as World
}

function addAccount(add: Add) {
  const facts = {
    siteName: "B4M",
    url: `${siteUrl}/auth/link#token=0123456789`,
    code: "042137",
    lifetime: "1 hour",
    newEmail: "new@northline.example",
    currentEmail: to,
  }
  add("account.token", tokenMadeMail(to, { name: "Phone shortcut", scopes: ["me:write"], expiresAt: at }))
  for (const kind of Object.keys(mailContents) as MailKind[])
    add(`auth.${kind}`, renderMail(mailContents[kind](facts)))
  for (const kind of [
    "password_changed",
    "address_changed",
    "factor_added",
    "factor_removed",
    "recovery_codes_made",
    "recovery_codes_removed",
    "passkey_added",
    "passkey_removed",
  ] as const) {
    const name = kind.startsWith("passkey")
      ? "The passkey “Phone”"
      : kind === "address_changed"
        ? facts.newEmail
        : "an authenticator app"
    add(
      `auth.${kind}`,
      renderMail(noticeContent(kind, { siteName: "B4M", accountUrl: `${siteUrl}/account/security`, name })),
    )
  }
  add("account.deleted", renderMail(accountMails.deleted))
}

function addCommunity(add: Add) {
  const statement = "The name advertises a shop, which our terms do not allow."
  const rule = "spam"
  const report = { id: 12, reason: rule, at } as const
  add("report.received", renderMail(receivedMail({ ...report, kind: "athlete", about: null })))
  add("report.received-page", renderMail(receivedMail({ ...report, kind: "page", about: "/blog/hills" })))
  for (const kind of ["athlete", "photo", "page"] as const)
    for (const action of ["hide", "keep"] as const)
      for (const before of [false, true])
        add(
          `report.decided-${kind}-${action}-${before}`,
          renderMail(decidedMail({ id: 12, kind, action, statement, before })),
        )
  for (const kind of ["athlete", "photo"] as const) {
    for (const reason of [statement, null])
      add(
        `report.hidden-${kind}-${reason === null}`,
        renderMail(hiddenMail({ kind, rule, statement: reason, siteUrl })),
      )
    add(`report.shown-${kind}`, renderMail(shownAgainMail({ kind, statement })))
  }
  for (const upheld of [true, false])
    add(`report.objection-${upheld}`, renderMail(objectionMail({ upheld, reply: "We looked at it again." })))
  add(
    "report.muted",
    renderMail(
      mutedMail({
        until: at,
        reason: "Forty cheers a day after a request to stop.",
        hidesEarlier: true,
        siteUrl,
      }),
    ),
  )
}

async function addCompetition(add: Add) {
  const [rules] = firstSeries
  if (!rules) throw new Error("No series")
  const prize = { id: 1, place: 2, title: "Recovery kit and team shirt", name: "Ada Vale", email: to }
  const row = {
    ...prize,
    claimUntil: new Date("2026-12-23T08:00:00Z"),
    shippingCents: 995,
    claimed: false,
    credits: [],
  }
  const tell = async (name: string, send: (world: World) => Promise<void>, found: object = row) => {
    const queued: MailMessage[] = []
    await send(worldOf(found, queued))
    for (const mail of queued) add(name, mail)
  }
  const reason = "The track follows a highway for nine miles."
  await tell("competition.won", (world) => mailWon(world, season, rules, 1))
  await tell("competition.moved", (world) => mailMoved(world, season, rules, 1))
  await tell("competition.moved-claimed", (world) => mailMoved(world, season, rules, 1), {
    ...row,
    claimed: true,
  })
  await tell("competition.passed-on", (world) => mailPassedOn(world, season, 1, { refunded: true }))
  await tell("competition.disqualified", (world) =>
    mailDisqualified(world, season, 1, { reason, refunded: true }),
  )
  await tell("competition.unclaimed", (world) => mailUnclaimed(world, season, 1))
  await tell("competition.shipped", (world) => mailShipped(world, 1, "9400 1000 0000 0000 0000 00"))
  await tell("competition.prize-declined", (world) =>
    mailPassedForWinner(world, 1, { refunded: true, text: "You wrote that you have a pair already." }),
  )
  await tell("competition.claim-moved", (world) => mailClaimMoved(world, 1))
  await tell("competition.tracking", (world) =>
    mailTrackingCorrected(world, 1, "9400 1000 0000 0000 0000 01"),
  )
  await tell("competition.address", (world) =>
    mailAddressCorrected(world, 1, {
      name: "Ada Vale",
      line1: "12 Cedar Street",
      line2: null,
      city: "Austin",
      region: "TX",
      postalCode: "78701",
      country: "US",
    }),
  )
  const activity = { email: to, name: "Ada Vale", activity: "Morning run", sport: "run", startedAt: at }
  await tell("competition.declined", (world) => mailDeclined(world, 1, reason), activity)
  const reply = "You are right: the bridge was closed, and the detour explains the pace."
  for (const [counts, declines] of [
    [true, false],
    [false, true],
    [false, false],
  ] as const)
    await tell(
      `competition.replied-${counts}-${declines}`,
      (world) => mailReplied(world, 1, { reply, counts, declines }),
      activity,
    )
  await tell(
    "competition.still-open",
    (world) => mailStillOpen(world, 1, { season: rules.name.toLowerCase(), place: 2 }),
    activity,
  )
  const message = { id: order.id, season: season.slug, subject: "Your prizes", by: "operator" }
  await tell("competition.message", (world) =>
    writeToHolders(world, { ...message, text: "The parcels leave on Monday.\n\nThank you all." }).then(
      () => undefined,
    ),
  )
  const preferences = {
    chosen: { passed: "mail", season: "mail", prize: "mail" },
    taken: [],
    athleteId: 1,
    userId: order.id,
    timeZone: "America/Los_Angeles",
    localOn: "2026-11-20",
  }
  // A race does not count as over while all of its places are still being checked.
  const closed = { frozenAt: at, provisional: false, athletes: 60, winners: [] as object[], openPlaces: [1] }
  const day = {
    ...preferences,
    ...prize,
    ...closed,
    season: season.slug,
    series: "fortnightly",
    before: 1,
    now: 2,
    race: "Two-week race",
    credits: [],
    activeDays: 8,
    of: 8,
    // Nothing has happened since the last look.
    moves: Buffer.alloc(0),
    athletes: [],
  }
  await tell("competition.notice", (world) => sendNotices(world).then(() => undefined), {
    ...day,
    closesAt: new Date("2026-11-20T20:00:00Z"),
    claimUntil: season.closesAt,
  })
  await tell("competition.race-over", (world) => sendNotices(world).then(() => undefined), {
    ...day,
    ...{ season: season.slug, from: season.from, to: season.to, rank: 34, points: 812, activeDays: 9 },
    ...{ bestOn: "2026-11-14", bestPoints: 143, isBest: true, credits: ["Polar"], openPlaces: [] },
    winners: [
      { place: 1, name: "Mara Voss", title: prize.title, credits: [] },
      { place: 2, name: null, title: "Team shirt", credits: ["COROS"] },
    ],
    closesAt: new Date("2026-12-20T20:00:00Z"),
    claimUntil: season.closesAt,
  })
  const world = worldOf({})
  const member = { athleteId: 1, email: to }
  const week: Parameters<typeof weekTold>[1] = {
    which: "this",
    week: { activeDays: 4, points: 212 },
    usual: { activeDays: 3, points: 180 },
    streak: { weeks: 6, rests: 1, missing: 0 },
    places: [{ race: "Two-week race", place: 12, total: 60, before: 15 }],
    teams: [{ race: "Team month", team: "Ridge", place: 2 }],
    cheers: { names: ["Mara Voss", "Theo Lindqvist"], givers: 5 },
    next: "Hill Repeats, Tue, Nov 24, 6:00 AM",
    ending: [{ race: "Two-week race", lastDay: "2026-11-22" }],
    lines: [],
    credits: ["Polar"],
  }
  add("notice.week", memberNotice(world, member, { kinds: ["week"], told: weekTold(world, week) }))
  add("notice.still-there", memberNotice(world, member, { kinds: ["week"], told: stillThereTold(world) }))
  const polar = { source: "polar", title: "Polar" } as const
  add("polar.reconnect", connectionMails.reconnect(world, to, { ...polar, until: season.closesAt }))
  const which = [10, 11, 12].map((day) => ({ what: "Run", on: `2026-11-${day}` }))
  add("polar.left-1", connectionMails.left(world, to, { ...polar, which: which.slice(0, 1) }))
  add("polar.left-3", connectionMails.left(world, to, { ...polar, which }))
  for (const because of ["asked", "deauthorized", "grace_ended"] as const)
    add(
      `polar.forgotten-${because}`,
      connectionMails.forgotten(world, to, { ...polar, activities: 12, because }),
    )
  for (const because of ["credentials", "inactive", "capacity", "unknown"] as const)
    add(`polar.alarm-${because}`, alarmMail(world, to, { ...polar, because }))
}

function addEvents(add: Add) {
  const [event] = events
  if (!event) throw new Error("No event")
  const occurrence = {
    event,
    on: "2026-11-24",
    startsAt: new Date("2026-11-24T14:00:00Z"),
    endsAt: new Date("2026-11-24T15:00:00Z"),
  }
  const spot = {
    id: "1",
    occurrence,
    userId: null,
    name: "Ada",
    email: to,
    state: "going" as const,
    place: null,
  }
  const url = `${siteUrl}/events/spot/0123456789abcdef`
  add("event.confirm", confirmSpotMail({ ...spot, state: "unconfirmed" }, url))
  add("event.spot", spotMail(spot, url))
  add("event.waiting", spotMail({ ...spot, state: "waiting", place: 3 }, url))
  add("event.moved-up", movedUpMail(spot, url))
  add("event.freed", freedMail(spot, "You wrote that you are ill. Get well soon.", new URL(url).origin))
  add("event.reminder", reminderMail(spot, url))
  const notice = {
    kind: "event.notice",
    subject: "News",
    heading: "News about your session",
    text: "The coffee is on us.",
  }
  add("event.notice", noticeMail(spot, notice, url))
}

function addLeads(add: Add) {
  const url = `${siteUrl}/confirm/0123456789abcdef`
  for (const list of lists) {
    add(`lead.confirm-${list.id}`, confirmMail({ to, list, url, hours: 48 }))
    add(`lead.already-${list.id}`, alreadyOnMail({ to, list, url }))
    add(`lead.place-${list.id}`, placeMail({ to, list, url, place: 3 }))
  }
  const trouble = {
    says: "backup failed: no space is left on the device",
    since: new Date("2026-11-20T12:00:00Z"),
  }
  add("operator.trouble", troubleMail(trouble, siteUrl))
  add("lead.invite", inviteMail(to, "Ada Vale", siteUrl))
  add("lead.decline", declineMail(to, "Ada Vale", siteUrl))
  const [form] = Object.values(forms)
  if (!form) throw new Error("No form")
  const answers = {
    company: "Northline",
    name: "Mara Voss",
    email: to,
    message: "Socks that last.\nTry them?",
  }
  const about = { id: order.id, form, answers, name: "Mara Voss", email: to, dueAt: at, changed: false }
  add("lead.operator", operatorMail("operator@b4m.example", about, siteUrl))
  for (const changed of [true, false]) add(`lead.receipt-${changed}`, leadReceipt({ ...about, changed }))
  const due = "November 22, 2026, 4:00 AM"
  for (const hoursLeft of [6, 0])
    add(
      `lead.clock-${hoursLeft}`,
      clockMail(
        to,
        { id: order.id, formName: form.name, name: "Mara Voss", email: to, due, hoursLeft },
        siteUrl,
      ),
    )
  add(
    "lead.answer",
    answerMail({
      submissionId: order.id,
      to,
      replyTo: site.supportEmail,
      subject: "Your brand application",
      text: "Hi Mara,\n\nlet us talk.",
    }),
  )
  const markdown =
    "## The board\n\nNine people ran in the rain. [Come on Tuesday](/events).\n\n> I had time to find my shoes.\n\n| Place | Athlete |\n|---|---|\n| 1 | Ada |"
  const issue = {
    id: 7,
    list: "newsletter" as const,
    subject: "Nine people in the rain",
    preview: "And one dog.",
    html: mailHtml(markdown, siteUrl),
  }
  add("newsletter.issue", sampleLetter(worldOf({}), issue, to))
}

function addOrders(add: Add) {
  const world = worldOf({})
  const monthly = { ...order, name: "1:1 Brand Coaching", mode: "subscription" as const }
  add("order.receipt", receiptMail(world, order, null))
  add(
    "order.receipt-monthly",
    receiptMail(
      world,
      { ...monthly, amount_cents: 29900, total_cents: 29900 },
      new Date("2026-12-20T12:00:00Z"),
    ),
  )
  add("order.receipt-renewal", receiptMail(world, { ...monthly, renewal: true }, null))
  add("order.receipt-gift", receiptMail(world, { ...order, kind: "donation", name: "Donation" }, null))
  add(
    "order.receipt-shipping",
    receiptMail(world, { ...order, kind: "shipping", name: "Shipping of your prize" }, null),
  )
  add("order.receipt-test", receiptMail(world, { ...order, test: true }, null))
  for (const renewal of [true, false])
    add(`order.failure-${renewal}`, failureMail(world, { ...monthly, renewal, paid_at: null }))
  add("order.refund", refundMail({ ...order, refunded_cents: 900 }, 900))
  for (const endsAt of [season.closesAt, null])
    add(`order.cancelled-${endsAt !== null}`, cancelledMail(monthly, endsAt))
  add("order.paid", paidMail(to, order, { waited: true, siteUrl }))
  add("order.paid-twice", paidMail(to, { ...order, kind: "shipping" }, { waited: false, siteUrl }))
  add("order.dispute", disputeMail(to, { ...order, dispute_id: "du_1" }, siteUrl))
}
