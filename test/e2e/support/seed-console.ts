/**
 * `node seed-console.ts <what>...`: what members, buyers and senders would have done before an operator opens the console.
 *
 *   recordings:<count>   athletes, each with one recorded run that waits for a review
 *   totals:<count>       the same without recordings
 *   fortnight            inquiries, an application, readers, spots at the next session, and a season in its grace period
 *   award                the winners of closed seasons have been checked, and the prizes are awarded
 *   claims               every winner claims the prize and pays the shipping
 *   many:<count>         so many rows of each kind, for a look at long lists
 *   eleven-minutes       pass since anybody in the console has proven a second factor
 *   order                somebody asks to buy something; prints the address of the payment page
 */
import { randomUUID } from "node:crypto"
import { events } from "#content/events.ts"
import type { LeadForm } from "#content/form-types.ts"
import { type FormId, forms } from "#content/forms.ts"
import { beginImport, importFiles } from "#domain/competition/intake/import.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { claim, shippingPaid } from "#domain/competition/seasons/prizes.ts"
import { listSeasons } from "#domain/competition/seasons/season.ts"
import { askToJoin, confirmSpot } from "#domain/events/join.ts"
import { upcoming } from "#domain/events/occurrence.ts"
import { spotToken } from "#domain/events/spot.ts"
import { receive } from "#domain/leads/receive.ts"
import { makeStamp } from "#domain/leads/stamp.ts"
import { findSellable } from "#domain/shop/catalog.ts"
import { startCheckout } from "#domain/shop/checkout.ts"
import type { World } from "#domain/world.ts"
import { withWorld } from "#server/commands/with-world.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { goodAnswers, sender, sentOf } from "#test/support/leads.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import { starterKit } from "#test/support/shop.ts"
import { sampleRun } from "./sample-run.ts"

const hour = 3_600_000

function at(world: World, hoursAgo: number): World {
  const now = new Date(world.now().getTime() - hoursAgo * hour)
  return { ...world, now: () => now }
}

async function recordings(world: World, count: number): Promise<void> {
  async function* bytes(n: number) {
    yield Buffer.from(sampleRun(n, new Date(world.now().getTime() - (n + 3) * hour)))
  }
  const sent = Array.from({ length: count }, (_, n) => ({ name: `run-${n}.gpx`, bytes: bytes(n) }))
  let n = 0
  for await (const outcome of world.sources.files.readReceived(sent)) {
    const athleteId = await addAthlete(world, { name: `Sample ${n++}`, timeZone: "America/Denver" })
    async function* files() {
      yield outcome
    }
    await importFiles(world, { importId: await beginImport(world, athleteId), athleteId, files: files() })
  }
}

async function totals(world: World, count: number): Promise<void> {
  const startedAt = new Date(world.now().getTime() - 3 * hour)
  const names = Array.from({ length: count }, (_, n) => `Runner ${n}`)
  const athletes = await Promise.all(names.map((name) => addAthlete(world, { name })))
  // In parallel, because concurrent activities share commits.
  await Promise.all(
    athletes.map((athlete) => onActivity(world, athlete, sentRun({ distanceM: 22_000, startedAt }))),
  )
}

async function send(world: World, form: FormId, answers: Record<string, string>, hoursAgo: number) {
  const then = at(world, hoursAgo)
  const about: LeadForm = forms[form]
  // Opened a minute before it was sent.
  const sent = sentOf(about, answers, makeStamp(at(world, hoursAgo + 1 / 60), form))
  const done = await receive(then, { form: about, sent, sender, allowed: async () => true })
  if (!done.ok) throw new Error(`${form}: ${done.code}`)
}

async function fortnight(world: World): Promise<void> {
  const { sql } = world.db
  for (const [n, name] of ["Northline", "Westfield", "Harbor"].entries())
    await send(
      world,
      "partner",
      { ...goodAnswers.partner, companyName: name, email: `sample-${n}@${name.toLowerCase()}.example` },
      n + 1,
    )
  await send(world, "athlete-application", goodAnswers["creator-application"], 5)
  await sql`
    with people as (
      insert into subscribers (email, created_at, manage_hash)
      select 'reader-' || n || '@example.com', now(), sha256(('sample-' || n)::bytea) from generate_series(1, 3) n returning id
    )
    insert into subscriptions (subscriber_id, list, state, answers, requested_at, confirmed_at)
    select id, 'newsletter', 'confirmed', '{}', now(), now() from people`
  const [next] = comingNext(world)
  if (!next) throw new Error("No event is coming")
  for (const name of ["Ada Sample", "Ben Sample", "Cleo Sample"]) {
    const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`
    await askToJoin(world, next, { name, email })
    const [spot] = await sql<{ id: string }>`select id from event_signups where email = ${email}`
    await confirmSpot(world, spotToken(world, spot?.id ?? ""))
  }
  await seasonInGrace(world)
}

/**
 * Two past weeks with three athletes, whose late activities still count for a day: the latest season that was over before the
 * first of the recordings above, so that none of them is in its table.
 */
async function seasonInGrace(world: World): Promise<void> {
  const { sql } = world.db
  const before = at(world, 16 * 24)
  await maintainBoards(before)
  const [season] = await sql<{ opens_at: Date }>`
    update seasons set grace_ends_at = ${new Date(world.now().getTime() + 24 * hour)}
    where series = 'fortnightly' and opens_at <= ${before.now()} and closes_at > ${before.now()}
    returning opens_at`
  // Other seasons that this reopened would close automatically.
  await sql`delete from seasons where closes_at <= ${world.now()} and (series <> 'fortnightly' or opens_at <> ${season?.opens_at ?? null})`
  // In the middle of the season, because that day may have been its first or last hour.
  const middle = new Date((season?.opens_at.getTime() ?? 0) + 7 * 24 * hour)
  const then: World = { ...world, now: () => middle }
  for (const [n, name] of ["Dora Sample", "Emil Sample", "Fay Sample"].entries()) {
    const athlete = await addAthlete(world, { name, email: `winner-${n}@example.com` })
    const startedAt = new Date(then.now().getTime() - (n + 1) * hour)
    await onActivity(
      then,
      athlete,
      sentRun({ startedAt, movingS: 3600 - n * 600, distanceM: 10_000 - n * 2000 }),
    )
  }
}

async function award(world: World): Promise<void> {
  for (const { slug, closedAt, settledAt } of await listSeasons(world.db))
    if (closedAt && !settledAt) await closeAndAward(world, slug)
}

async function claims(world: World): Promise<void> {
  const prizes = await world.db.sql<{ id: number; user_id: string }>`
    select p.id::float8 as id, a.user_id from prizes p join athletes a on a.id = p.athlete_id where p.status = 'awarded'`
  const address = { name: "A Sample", line1: "1 Sample Street", line2: null, city: "Reno", region: "NV" }
  for (const { id, user_id } of prizes) {
    await claim(world, {
      userId: user_id,
      prizeId: id,
      address: { ...address, postalCode: "89501", country: "US" },
      consentText: "I agree.",
    })
    await shippingPaid(world, id, `sample-${id}`)
  }
}

async function many(world: World, count: number): Promise<void> {
  const { sql } = world.db
  await sql`
    with people as (
      insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at, last_sign_in_at)
      select gen_random_uuid(), 'member-' || n || '@example.com', jsonb_build_object('full_name', 'Member ' || n),
        now() - n * interval '37 minutes', now(), now() - n * interval '37 minutes'
      from generate_series(1, ${count}) n returning id, email
    )
    insert into athletes (
      user_id, slug, display_name, search_name, visibility, time_zone, consent_text, consent_at, joined_at
    )
    select id, split_part(email, '@', 1), split_part(email, '@', 1), split_part(email, '@', 1), 'public',
      'America/Los_Angeles', 'I agree.', now(), '2020-01-01'
    from people`
  const athletes = await sql<{ id: number }>`
    select id::float8 as id from athletes where slug like 'member-%' order by id`
  const startedAt = new Date(world.now().getTime() - 3 * hour)
  for (let from = 0; from < athletes.length; from += 100)
    await Promise.all(
      athletes
        .slice(from, from + 100)
        .map(({ id }) => onActivity(world, id, sentRun({ distanceM: 22_000, startedAt }))),
    )
  await sql`
    insert into submissions (form, form_version, key, email, name, answers, consent_text, submitted_at, status_at, mails_due)
    select 'partner', 1, 'many-' || n, 'sender-' || n || '@example.com', 'Sender ' || n,
      ${sql.json(goodAnswers.partner)}, 'I agree.', now() - n * interval '37 minutes', now() - n * interval '37 minutes', false
    from generate_series(1, ${count}) n`
  const [next] = comingNext(world)
  if (!next) throw new Error("No event is coming")
  await sql`
    insert into event_occurrences (event, held_on, starts_at, spots)
    values (${next.event.slug}, ${next.on}, ${next.startsAt}, 20) on conflict do nothing`
  await sql`
    update event_occurrences set spots = spots + ${count}, taken = taken + ${count}
    where event = ${next.event.slug} and held_on = ${next.on}`
  await sql`
    insert into event_signups (id, event, held_on, name, email, state, asked_at, placed_at, manage_hash)
    select gen_random_uuid(), ${next.event.slug}, ${next.on}, 'Guest ' || n, 'guest-' || n || '@example.com', 'going',
      now(), now(), sha256(('many-' || n)::bytea)
    from generate_series(1, ${count}) n`
  await sql`
    insert into orders (
      key, kind, product, name, mode, amount_cents, total_cents, email, payer_name, test, created_at, paid_at
    )
    select 'click:' || gen_random_uuid(), 'service', 'personal-brand-starter-kit', 'Personal Brand Starter Kit',
      'payment', 2900, 2900, 'buyer-' || n || '@example.com', 'Buyer ' || n, true, now() - n * interval '37 minutes', now() - n * interval '37 minutes'
    from generate_series(1, ${count}) n`
  await sql`
    insert into private.mails (key, kind, recipient, state, queued_at, ended_at, answer, message)
    select 'many-' || n, 'order.receipt', 'member-' || n || '@example.com', 'dead', now() - n * interval '37 minutes', now() - n * interval '37 minutes',
      '550 5.1.1 The mailbox of member-' || n || ' does not exist', '{}'
    from generate_series(1, ${count}) n`
  await sql`
    with entries as (
      insert into private.journal (at, shell_user, command, needs, needs_proof, subject, subject_id, fields)
      select now() - n * interval '37 minutes', 'sample', 'review.count', 'helper', false, 'activity', n::text, '{status}'
      from generate_series(1, ${count}) n returning id
    )
    insert into private.journal_values (entry_id, reason, before, after)
    select id, 'A known runner', '{"status": "review"}', '{"status": "counted"}' from entries`
  await sql`
    insert into newsletter_issues (list, subject, preview, markdown, html, created_at, updated_at)
    select 'newsletter', 'Issue ' || n, '', 'Text.', '<p>Text.</p>', now() - n * interval '37 minutes', now()
    from generate_series(1, ${count}) n`
}

async function elevenMinutes({ db }: World): Promise<void> {
  await db.sql`update private.cookie_sessions set proven_at = proven_at - interval '11 minutes'`
  await db.sql`update auth_private.totp_steps set last_step = last_step - 22`
}

function comingNext(world: World) {
  return events
    .flatMap((one) => upcoming(one, world.now(), 1))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

async function order(world: World): Promise<void> {
  const found = findSellable(starterKit)
  if (!found.ok) throw new Error(found.code)
  const started = await startCheckout(world, {
    item: found.item,
    account: null,
    key: `click:${randomUUID()}`,
  })
  if (!started.ok) throw new Error(started.code)
  process.stdout.write(`${started.url}\n`)
}

const seeds: Record<string, (world: World, count: number) => Promise<void>> = {
  recordings,
  totals,
  fortnight,
  award,
  claims,
  "eleven-minutes": elevenMinutes,
  order,
  many,
}

process.exitCode = await withWorld("seed", async (world) => {
  await maintainBoards(world)
  for (const given of process.argv.slice(2)) {
    const [what = "", count = "1"] = given.split(":")
    const seed = seeds[what]
    if (!seed) throw new Error(`There is no seed ${what}, but ${Object.keys(seeds).join(", ")}`)
    await seed(world, Number(count))
  }
  return 0
})
