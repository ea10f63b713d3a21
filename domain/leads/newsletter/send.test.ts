import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import type { Delivery, MailMessage, MailTransport } from "#ports/mail.ts"
import { issueRecipients } from "#test/support/lists.ts"
import { addReaders, scheduledIssue } from "#test/support/newsletters.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { setPreferences } from "../preferences.ts"
import { cancelIssue, createIssue, editIssue, issueQueue, issueStatus, scheduleIssue } from "./issue.ts"
import { retryIssue } from "./recipients.ts"
import { sendIssue } from "./send.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.world.db
    .sql`with a as (delete from subscribers), b as (delete from newsletter_issues) delete from private.suppressions`
  site.jobs.length = 0
})

const text = {
  list: "newsletter",
  subject: "The first miles",
  preview: "What the board did",
  markdown: "Hello **there**, [come](/events)",
  html: '<p>Hello <strong>there</strong>, <a href="http://b4m.test/events">come</a></p>',
  places: null,
}
const sender = { ip: null, userAgent: null }

const scheduled = (recipients: number) => scheduledIssue(site.world, text, recipients)

function send(newsletters: MailTransport, issue: number) {
  const transports = { ...site.world.transports, newsletters }
  return sendIssue({ ...site.world, transports }, { issue })
}

/** Stores every mail it is given; `answer` may refuse one. */
function collecting(answer?: (message: MailMessage) => Delivery | undefined) {
  const got: { id: string; message: MailMessage }[] = []
  const transport: MailTransport = {
    repeatable: false,
    async deliver(letter) {
      const refusal = answer?.(letter.message)
      if (refusal) return refusal
      got.push(letter)
      return { ok: true, answer: "250 OK" }
    },
  }
  return { transport, got }
}

test("Every confirmed mailbox gets one mail with the two headers of one-click unsubscribe", async () => {
  const id = await scheduled(30)
  await site.world.db.sql`update subscriptions set state = 'pending' where subscriber_id in
    (select id from subscribers where email = 'reader7@example.com')`
  const { transport, got } = collecting()
  expect(await send(transport, id)).toBe("finished")
  expect(new Set(got.map(({ message }) => message.to)).size).toBe(29)
  const headers = got[0]?.message.headers ?? {}
  expect(headers["List-Unsubscribe"]).toMatch(/^<http:\/\/b4m\.test\/unsubscribe\/newsletter\/[0-9a-f]{40}>$/)
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click")
  expect(got[0]?.message.text).toContain("1 Sample Street")
  expect(got[0]?.message.text).toContain("come (http://b4m.test/events)")
  expect(got[0]?.message.html).toContain("Hello <strong>there</strong>")
  expect(await issueStatus(site.world.db, id)).toMatchObject({
    issue: { state: "sent" },
    deliveries: { sent: 29 },
  })
  expect(await send(transport, id)).toBe("not-due")
})

test("An issue is sent at its time; it can be moved, canceled and changed before, but not after", async () => {
  const id = await scheduled(1)
  const later = new Date(site.world.now().getTime() + 3_600_000)
  await scheduleIssue(site.world, id, later)
  expect(site.jobs.map(({ queue, startAfter }) => [queue, startAfter])).toContainEqual([issueQueue, later])
  const { transport, got } = collecting()
  expect(await send(transport, id)).toBe("not-due")
  expect(await cancelIssue(site.world, id)).toEqual({ ok: true, state: "draft" })
  expect(await cancelIssue(site.world, id)).toEqual({ ok: false, code: "not_scheduled" })
  expect(await editIssue(site.world, id, { ...text, subject: "Better" })).toEqual({ ok: true })
  await scheduleIssue(site.world, id, later)
  site.clock.set(later)
  expect(await send(transport, id)).toBe("finished")
  expect(got.map(({ message }) => message.subject)).toEqual(["Better"])
  expect(await editIssue(site.world, id, text)).toEqual({ ok: false, code: "too_late" })
  expect(await scheduleIssue(site.world, id, later)).toEqual({ ok: false, code: "too_late" })
  expect(await createIssue(site.world, { ...text, list: "nobody" })).toEqual({
    ok: false,
    code: "unknown_list",
  })
})

test("People who leave the list during sending get nothing more", async () => {
  const id = await scheduled(3)
  const { transport, got } = collecting((message) => {
    if (message.to !== "reader1@example.com") return { ok: false, permanent: false, reason: "421 later" }
    return undefined
  })
  await expect(send(transport, id)).rejects.toThrow("2 emails not sent yet; trying again")
  const [who] = await site.world.db.sql<{
    id: string
  }>`select id from subscribers where email = 'reader2@example.com'`
  await site.world.db.sql`update subscriptions set state = 'unsubscribed' where subscriber_id = ${who?.id}`
  const rest = collecting()
  expect(await send(rest.transport, id)).toBe("finished")
  expect([...got, ...rest.got].map(({ message }) => message.to).sort()).toEqual([
    "reader1@example.com",
    "reader3@example.com",
  ])
  expect((await issueStatus(site.world.db, id))?.deliveries).toEqual({ sent: 2, skipped: 1 })
  expect(await setPreferences(site.world, "reader2@example.com", ["newsletter"], sender)).toEqual({
    ok: true,
  })
})

test("A canceled issue stops, and a run that was taken over sends nothing more", async () => {
  const id = await scheduled(200)
  const { transport, got } = collecting()
  const slow: MailTransport = {
    repeatable: false,
    async deliver(letter) {
      if (got.length === 20) await cancelIssue(site.world, id)
      return transport.deliver(letter)
    },
  }
  expect(await send(slow, id)).toBe("stopped")
  expect(got.length).toBeLessThan(30)
  const other = await scheduledAgain()
  const began = Promise.withResolvers<void>()
  const takenOver = Promise.withResolvers<void>()
  const first = send(
    {
      repeatable: false,
      async deliver(letter) {
        began.resolve()
        await takenOver.promise
        return transport.deliver(letter)
      },
    },
    other,
  )
  await began.promise
  const second = send(
    {
      repeatable: false,
      deliver(letter) {
        takenOver.resolve()
        return transport.deliver(letter)
      },
    },
    other,
  )
  expect([await first, await second]).toEqual(["stopped", "finished"])
  const mails = got.filter(({ message }) => message.subject === "Second")
  expect(new Set(mails.map(({ message }) => message.to)).size).toBe(mails.length)
  const { sent = 0, unknown = 0 } = (await issueStatus(site.world.db, other))?.deliveries ?? {}
  expect([mails.length, sent + unknown]).toEqual([200, 200])
})

async function scheduledAgain(): Promise<number> {
  const made = await createIssue(site.world, { ...text, subject: "Second" })
  if (!made.ok) throw new Error(made.code)
  await scheduleIssue(site.world, made.id, site.world.now())
  return made.id
}

test("A refused mailbox is final, an unknown one is suppressed, and a broken connection is in doubt and not repeated", async () => {
  const id = await scheduled(3)
  const refusals = {
    "reader1@example.com": { ok: false, permanent: true, reason: "550 5.1.1 No such user" },
    "reader2@example.com": { ok: false, permanent: false, uncertain: true, reason: "Connection closed" },
  } as const
  const { transport, got } = collecting((message) => refusals[message.to as keyof typeof refusals])
  expect(await send(transport, id)).toBe("finished")
  expect(got).toHaveLength(1)
  expect((await issueStatus(site.world.db, id))?.deliveries).toEqual({ failed: 1, unknown: 1, sent: 1 })
  expect(await site.world.db.sql`select reason from private.suppressions`).toEqual([{ reason: "bounce" }])
})

test("Failed mails and those in doubt are sent again when an operator decides so, to nobody else", async () => {
  const id = await scheduled(4)
  expect(await retryIssue(site.world, id)).toEqual({ ok: false, code: "not_sent" })
  const answers = {
    "reader1@example.com": { ok: false, permanent: true, reason: "554 Not today" },
    "reader2@example.com": { ok: false, permanent: false, uncertain: true, reason: "Connection closed" },
  } as const
  await send(collecting(({ to }) => answers[to as keyof typeof answers]).transport, id)
  expect(await issueRecipients(site.world.db, id, "unknown")).toMatchObject([
    { email: "reader2@example.com", attempts: 1, answer: "Connection closed" },
  ])
  expect(await retryIssue(site.world, id)).toEqual({ ok: true, mails: 2 })
  const { transport, got } = collecting()
  expect(await send(transport, id)).toBe("finished")
  expect(got.map(({ message }) => message.to).sort()).toEqual(["reader1@example.com", "reader2@example.com"])
  expect((await issueRecipients(site.world.db, id)).map(({ state }) => state)).toEqual(Array(4).fill("sent"))
  expect(await retryIssue(site.world, id)).toEqual({ ok: false, code: "nothing" })
  expect(await retryIssue(site.world, 999_999)).toEqual({ ok: false, code: "not_found" })
})

test("A waitlist's mail goes to the first people in line, as many as there are places, and they leave it", async () => {
  const waitlist = { ...text, list: "built2connect" }
  expect(await createIssue(site.world, waitlist)).toEqual({ ok: false, code: "places_needed" })
  expect(await createIssue(site.world, { ...text, places: 3 })).toEqual({
    ok: false,
    code: "places_not_for_newsletters",
  })
  await scheduled(5)
  await site.world.db.sql`
    insert into subscriptions (subscriber_id, list, state, requested_at, confirmed_at)
    select id, 'built2connect', 'confirmed', now(), timestamptz '2026-11-01' - right(split_part(email, '@', 1), 1)::int * interval '1 day'
    from subscribers
  `
  const made = await createIssue(site.world, { ...waitlist, places: 2 })
  const id = made.ok ? made.id : 0
  await scheduleIssue(site.world, id, site.world.now())
  expect((await issueStatus(site.world.db, id))?.recipients).toBe(2)
  const { transport, got } = collecting()
  expect(await send(transport, id)).toBe("finished")
  // The fifth has waited the longest.
  expect(got.map(({ message }) => message.to).sort()).toEqual(["reader4@example.com", "reader5@example.com"])
  const waiting = await site.world.db.sql<{ n: number }>`
    select count(*)::integer as n from subscriptions where list = 'built2connect' and state = 'confirmed'`
  expect(waiting).toEqual([{ n: 3 }])
  expect(await site.world.db.sql`select event, source from consent_log`).toEqual(
    Array(2).fill({ event: "unsubscribed", source: "a place was free" }),
  )
})

test("A failing mail server ends the run soon, and the next run continues", async () => {
  const id = await scheduled(100)
  let asked = 0
  const down = collecting(() => {
    asked++
    return { ok: false, permanent: false, reason: "421 Too busy" }
  })
  await expect(send(down.transport, id)).rejects.toThrow("421 Too busy")
  expect(asked).toBeLessThan(20)
  const { transport, got } = collecting()
  expect(await send(transport, id)).toBe("finished")
  expect(got).toHaveLength(100)
})

test("An address is tried twelve times, and its last failure suppresses nobody", async () => {
  const id = await scheduled(1)
  const { transport } = collecting(() => ({ ok: false, permanent: false, reason: "421 Too busy" }))
  const again = "1 email not sent yet; trying again"
  await expect(send(transport, id)).rejects.toThrow(again)
  await site.world.db.sql`update newsletter_deliveries set attempts = 10`
  await expect(send(transport, id)).rejects.toThrow(again)
  expect(await send(transport, id)).toBe("finished")
  expect(await issueRecipients(site.world.db, id)).toMatchObject([
    { state: "failed", attempts: 12, answer: "421 Too busy", endedAt: site.world.now() },
  ])
  expect(await site.world.db.sql`select 1 from private.suppressions`).toEqual([])
  expect(await site.world.db.sql`select bounces, bounced_at from subscribers`).toEqual([
    { bounces: 0, bounced_at: null },
  ])
})

test.each([
  [true, { sent: 8 }],
  [false, { sent: 4, unknown: 4 }],
])(
  "What was in flight when a run broke off is sent again by a service that repeats nothing: %s",
  async (repeatable, deliveries) => {
    const id = await scheduled(8)
    const broken: MailTransport = { repeatable, deliver: () => Promise.reject(new Error("The wire broke")) }
    await expect(send(broken, id)).rejects.toThrow("The wire broke")
    const { transport, got } = collecting()
    expect(await send({ ...transport, repeatable }, id)).toBe("finished")
    expect(got).toHaveLength(deliveries.sent)
    expect((await issueStatus(site.world.db, id))?.deliveries).toEqual(deliveries)
  },
)

test("A shutdown ends a run after the mails in flight, and the next one sends the rest, each once", async () => {
  const id = await scheduled(20)
  const { transport, got } = collecting()
  const stopping = new AbortController()
  const transports = {
    ...site.world.transports,
    newsletters: {
      ...transport,
      deliver: (letter: Parameters<MailTransport["deliver"]>[0]) => {
        stopping.abort(new Error("The process stops"))
        return transport.deliver(letter)
      },
    },
  }
  const stopped = sendIssue({ ...site.world, transports }, { issue: id, signal: stopping.signal })
  await expect(stopped).rejects.toThrow("The process stops")
  expect(got.length).toBeLessThanOrEqual(4)
  expect(await send(transport, id)).toBe("finished")
  expect(new Set(got.map(({ message }) => message.to)).size).toBe(20)
  expect(got).toHaveLength(20)
})

test("A mail in doubt is queued again if the service ignores duplicates", async () => {
  const id = await scheduled(1)
  const { transport } = collecting(() => ({ ok: false, permanent: false, uncertain: true, reason: "Closed" }))
  await expect(send({ ...transport, repeatable: true }, id)).rejects.toThrow("1 email not sent yet")
  expect((await issueStatus(site.world.db, id))?.deliveries).toEqual({ queued: 1 })
})

test.each([
  [9, "9 emails not sent yet"],
  [10, "The email server refuses: 421 Too busy"],
])("After %d failures in a row: %s", async (readers, message) => {
  const id = await scheduled(readers)
  const { transport } = collecting(() => ({ ok: false, permanent: false, reason: "421 Too busy" }))
  await expect(send(transport, id)).rejects.toThrow(message)
})

test("A run tries a mail once, even if it reads it twice", async () => {
  const id = await scheduled(9)
  const attempts = new Map<string, number>()
  const { transport } = collecting(({ to }) => {
    attempts.set(to, (attempts.get(to) ?? 0) + 1)
    return { ok: false, permanent: false, reason: "421 Too busy" }
  })
  // The waiting mails are read while one is about to be sent, as with a slow database: each id appears in two results.
  const { db } = site.world
  const slow: Db = {
    ...db,
    sql: ((parts: TemplateStringsArray, ...values: never[]) => {
      const answer = db.sql(parts, ...values)
      return parts.join("").includes("order by d.id limit")
        ? answer.then((rows) => [...rows, ...rows])
        : answer
    }) as Db["sql"],
  }
  const transports = { ...site.world.transports, newsletters: transport }
  await expect(sendIssue({ ...site.world, db: slow, transports }, { issue: id })).rejects.toThrow(
    "9 emails not sent yet",
  )
  expect([...attempts.values()]).toEqual(Array(9).fill(1))
})

test("People who sign up while an issue is being sent get the next one, and readers stay readers", async () => {
  const id = await scheduled(2)
  await site.world.db.sql`update subscriptions set confirmed_at = timestamptz '2026-01-01'`
  const down = collecting(() => ({ ok: false, permanent: false, reason: "421 later" }))
  await expect(send(down.transport, id)).rejects.toThrow("2 emails not sent yet")
  await addReaders(site.world.db, "newsletter", ["late@example.com"])
  const { transport, got } = collecting()
  expect(await send(transport, id)).toBe("finished")
  expect(got.map(({ message }) => message.to).sort()).toEqual(["reader1@example.com", "reader2@example.com"])
  expect(await site.world.db.sql`select distinct state from subscriptions`).toEqual([{ state: "confirmed" }])
  expect(site.log.entries.at(-1)).toMatchObject({ message: "Newsletter sent" })
  expect(await send(transport, 999_999)).toBe("not-due")
})

test("A long response of the mail server is cut to three hundred characters", async () => {
  const id = await scheduled(1)
  const reason = `554 ${"x".repeat(400)}`
  await send(collecting(() => ({ ok: false, permanent: true, reason })).transport, id)
  expect((await issueRecipients(site.world.db, id))[0]?.answer).toBe(reason.slice(0, 300))
})
