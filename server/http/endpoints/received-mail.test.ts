/** Replies by mail: where they arrive, and what forgers, loops, programs and huge or disguised attachments achieve. */
import { randomUUID } from "node:crypto"
import { Hono } from "hono"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { site } from "#content/site.ts"
import { repliesTo } from "#domain/leads/answer.ts"
import { pageOfSubmissions } from "#domain/leads/inbox-page.ts"
import { withReplies } from "#domain/leads/threads/address.ts"
import { ownConversations } from "#domain/leads/threads/own-conversations.ts"
import { attachmentOf, receivedIn } from "#domain/leads/threads/receive-reply.ts"
import { answerFromInbox } from "#domain/operator/inbox/decide.ts"
import { handleSubmission } from "#domain/operator/inbox/handle.ts"
import { fillReply } from "#domain/operator/inbox/saved-replies.ts"
import { eraseAddress } from "#domain/operator/people/erase-address.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { undo } from "#domain/operator/undo.ts"
import { createMail } from "#server/world/mail.ts"
import { addressData } from "#server/world/privacy.ts"
import { addMember } from "#test/support/community.ts"
import { goodAnswers, send } from "#test/support/leads.ts"
import { listSubmissions } from "#test/support/lists.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import type { AppEnv } from "../context.ts"
import { limitBodies } from "../guard/body-limit.ts"
import { receivedMailEndpoint } from "./received-mail.ts"

const token = "a-token-of-32-characters-and-more"
let t: TestWorld
let helper: Operator
let app: Hono<AppEnv>
let thread: string
let address: string
beforeAll(async () => {
  t = await createTestWorld({ now: "2026-11-20T12:00:00Z" })
  t.world.settings.replyAddress = "reply@b4m.example"
  t.world.settings.receivesReplies = true
  helper = await addOperatorSession(t.world, "helper")
  app = new Hono<AppEnv>()
  app.use(limitBodies())
  app.route("/", receivedMailEndpoint(t.world, { token, authServer: "mx.provider.example" }))
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set("2026-11-20T12:00:00Z")
  await t.world.db.sql`truncate submissions cascade`
  t.mails.length = 0
  ;[thread, address] = await conversation("mara@northline.example")
})

/** A message to which an operator has replied, and the address in that reply. */
async function conversation(email: string): Promise<[id: string, address: string]> {
  await send(t, "partner", { ...goodAnswers.partner, email })
  const [newest] = await listSubmissions(t.world.db)
  const id = newest?.id ?? ""
  await answerFromInbox(t.world, helper, { id: randomUUID(), submissionId: id, text: "Gladly." })
  return [id, t.mails.findLast(({ kind }) => kind === "lead.answer")?.headers?.["Reply-To"] ?? ""]
}

const mail = (changes: Record<string, string | undefined> = {}, body = "Monday is fine.") => {
  const headers = {
    ...{ From: "Mara Voss <mara@northline.example>", To: address, Subject: "Re: Yours" },
    ...{ "Message-ID": `<${randomUUID()}@northline.example>`, "Content-Type": "text/plain; charset=utf-8" },
    ...changes,
  }
  return `${Object.entries(headers)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n")}\r\n\r\n${body}\r\n`
}
const post = async (source: string | Uint8Array<ArrayBuffer>, { bearer = token, query = "" } = {}) => {
  const answer = await app.request(`/webhooks/received-mail${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "message/rfc822" },
    body: source,
  })
  t.clock.advance(1000)
  const { outcome } = (await answer.json().catch(() => ({}))) as { outcome?: string }
  return outcome ?? answer.status
}
const received = () => receivedIn(t.world.db, thread)
const open = async (status: "open" | "waiting" | "closed" | "snoozed" = "waiting") =>
  (await pageOfSubmissions(t.world, { status }, { limit: 9, offset: 0 })).rows.map(({ id }) => id)

test("A reply arrives in its conversation once, waits for an operator until it is answered, and sends nothing", async () => {
  const source = mail()
  t.mails.length = 0
  expect([await post(source), await post(source)]).toEqual(["taken", "repeated"])
  expect(await received()).toMatchObject([
    {
      sender: "mara@northline.example",
      senderName: "Mara Voss",
      isOther: false,
      text: "Monday is fine.",
      checks: null,
    },
  ])
  expect(await open()).toEqual([thread])
  expect(t.mails).toEqual([])
  await answerFromInbox(t.world, helper, { id: randomUUID(), submissionId: thread, text: "Monday then." })
  expect(await open()).toEqual([])
})

/** A mail of the site that belongs to no conversation, as it was queued, and where replies to it go. */
async function sent(kind: string, to: string, headers?: Record<string, string>) {
  const { db } = t.world
  const mail = createMail(t.world.jobs, (id, message) => withReplies(t.world, id, message))
  await mail.queue(db, {
    kind,
    to,
    subject: "Your prize",
    text: "It is on its way.",
    ...(headers && { headers }),
  })
  const [row] = await db.sql<{ id: string; to: string | null }>`
    select id, message -> 'headers' ->> 'Reply-To' as to from private.mails order by queued_at desc, id limit 1`
  await db.sql`update private.mails set state = 'sent', message = null where id = ${row?.id ?? ""}`
  return { id: row?.id ?? "", replyTo: row?.to ?? "" }
}

test("A reply to any other mail to a person begins a conversation, which the person sees, and later ones go on", async () => {
  const email = "ada@example.com"
  const { userId } = await addMember(t.world, "Ada")
  await t.world.db
    .sql`update auth.users set email = ${email}, email_confirmed_at = now() where id = ${userId}`
  const { replyTo } = await sent("competition.message", email, { "Reply-To": site.supportEmail })
  expect(replyTo).toMatch(/^reply\+[0-9a-f]{32}@b4m\.example$/)
  expect(await post(mail({ To: replyTo, From: `Ada <${email}>`, Subject: "Re: AW: Your prize" }))).toBe(
    "taken",
  )
  expect(await post(mail({ To: replyTo, From: "ada@work.example" }, "From another desk."))).toBe("taken")
  const [begun, ...others] = (await listSubmissions(t.world.db)).filter(({ form }) => form === "reply")
  expect(others).toEqual([])
  expect(begun).toMatchObject({ email, name: "Ada", status: "new", answers: { "In reply to": "Your prize" } })
  expect((await receivedIn(t.world.db, begun?.id ?? "")).map(({ text, isOther }) => [text, isOther])).toEqual(
    [
      ["Monday is fine.", false],
      ["From another desk.", true],
    ],
  )
  await answerFromInbox(t.world, helper, {
    id: randomUUID(),
    submissionId: begun?.id ?? "",
    text: "It comes today.",
  })
  t.clock.advance(1000)
  const answer = t.mails.findLast(({ kind }) => kind === "lead.answer")
  expect(answer).toMatchObject({ to: email, subject: "Re: Your prize" })
  expect(await post(mail({ To: answer?.headers?.["Reply-To"] ?? "", From: email }, "Thanks."))).toBe("taken")
  expect(await ownConversations(t.world, userId)).toMatchObject([
    {
      form: "Reply to an email",
      facts: [["In reply to", "Your prize"]],
      replies: [
        { text: "Monday is fine." },
        { text: "It comes today.", mine: false },
        { text: "Thanks.", mine: true },
      ],
    },
  ])
})

test("What a program replies, and a forged or another's secret, begins nothing", async () => {
  const { replyTo, id } = await sent("order.receipt", "mara@northline.example")
  expect(await post(mail({ To: replyTo, "Auto-Submitted": "auto-replied" }))).toBe("automatic")
  expect(await post(mail({ To: replyTo, From: "reply@b4m.example" }))).toBe("loop")
  const forged = `reply+${id.replaceAll("-", "").slice(0, 12)}${"0".repeat(20)}@b4m.example`
  expect(await post(mail({ To: forged }))).toBe("no_thread")
  expect((await listSubmissions(t.world.db)).filter(({ form }) => form === "reply")).toEqual([])
})

test("Mails that nobody answers, and those whose replies go elsewhere, keep their address; so do all without the webhook", async () => {
  for (const kind of ["auth.recovery", "operator.morning", "order.operator", "newsletter.confirm"])
    expect(await sent(kind, "ada@example.com")).toMatchObject({ replyTo: "" })
  const elsewhere = { "Reply-To": "mara@northline.example" }
  expect(await sent("lead.operator", "ada@example.com", elsewhere)).toMatchObject({
    replyTo: "mara@northline.example",
  })
  const settings = { ...t.world.settings }
  delete settings.receivesReplies
  const message = { kind: "order.receipt", to: "a@example.com", subject: "S", text: "T" }
  const own = withReplies({ ...t.world, settings }, randomUUID(), message)
  expect(own.headers).toEqual({ "Reply-To": "reply@b4m.example" })
  delete settings.replyAddress
  expect(withReplies({ ...t.world, settings }, randomUUID(), message).headers).toEqual({
    "Reply-To": site.supportEmail,
  })
})

test("Only the provider can post, and only what is a mail", async () => {
  expect(await post(mail(), { bearer: "another" })).toBe(401)
  for (const source of ["", "no headers at all", "Subject: nobody sent this\r\n\r\nHi"])
    expect(await post(source)).toBe(400)
  expect(await received()).toEqual([])
})

test("A forged conversation is none: a guessed secret, another's secret, or no tag", async () => {
  const [, others] = await conversation("ola@west.example")
  const digits = (of: string) => /\+(\w{12})(\w{20})@/.exec(of)?.slice(1) ?? []
  const [[id = "", secret = ""], [otherId = ""]] = [digits(address), digits(others)]
  const flipped = secret.replace(/.$/, (last) => (last === "0" ? "1" : "0"))
  for (const tag of [
    id,
    `${id}${"0".repeat(20)}`,
    `${id}${flipped}`,
    `${otherId}${secret}`,
    thread,
    `${id}%${secret}`,
  ])
    expect(await post(mail({ To: `reply+${tag}@b4m.example` }))).toBe("no_thread")
  for (const to of [
    "reply@b4m.example",
    address.replace("b4m", "evil"),
    `x${address}`,
    "undisclosed-recipients:;",
  ])
    expect(await post(mail({ To: to }))).toBe("no_thread")
  expect(await received()).toEqual([])
  // The provider's envelope counts, and case does not.
  expect(
    await post(mail({ To: "list@west.example" }), {
      query: `?to=${encodeURIComponent(address.toUpperCase())}`,
    }),
  ).toBe("taken")
})

test("Another sender is said to be one, and is not the member's own; checks count only as the provider signs them", async () => {
  const results = "mx.provider.example; spf=pass (a; dkim=fail) smtp.mailfrom=x; dkim=fail; dmarc=fail"
  await post(mail({ From: "eve@evil.example", "Authentication-Results": results }))
  await post(mail({ "Authentication-Results": "evil.example; spf=pass; dkim=pass; dmarc=pass" }))
  await post(
    mail({ "Authentication-Results": "mx.provider.example; spf=pass; dkim=pass; dmarc=pass" }, "Yes, mine."),
  )
  expect(await received()).toMatchObject([
    { isOther: true, checks: { spf: "pass", dkim: "fail", dmarc: "fail" } },
    { isOther: false, checks: null },
    { isOther: false, checks: { spf: "pass", dkim: "pass", dmarc: "pass" } },
  ])
  const userId = randomUUID()
  const shown = async () =>
    (await ownConversations(t.world, userId)).map(({ replies }) =>
      replies.map(({ mine, text }) => `${mine} ${text}`),
    )
  await t.world.db.sql`insert into auth.users (id, email) values (${userId}, 'mara@northline.example')`
  expect(await shown()).toEqual([])
  await t.world.db.sql`update auth.users set email_confirmed_at = now() where id = ${userId}`
  expect(await shown()).toEqual([["false Gladly.", "true Monday is fine.", "true Yes, mine."]])
  await t.world.db.sql`delete from auth.users where id = ${userId}`
})

test.each([
  ["an absence note", { "Auto-Submitted": "auto-replied" }],
  ["a list", { Precedence: "bulk" }],
  ["a bounce", { "Return-Path": "<>" }],
  ["a report", { "Content-Type": 'multipart/report; boundary="x"' }],
  ["a server", { From: "MAILER-DAEMON@northline.example" }],
])("What a program wrote, %s, is kept but wakes nobody", async (_what, headers) => {
  expect(await post(mail(headers))).toBe("taken")
  expect(await received()).toMatchObject([{ automatic: true }])
  expect(await open()).toEqual([])
})

test("The site's own mail that comes back, and more than fifty a day, end there", async () => {
  for (const from of ["reply@b4m.example", address, "Reply@B4M.example"])
    expect(await post(mail({ From: from }))).toBe("loop")
  for (let n = 0; n < 50; n++) expect(await post(mail())).toBe("taken")
  expect(await post(mail())).toBe("too_many")
  t.clock.advance(25 * 3_600_000)
  expect(await post(mail())).toBe("taken")
})

const withFiles = (...files: [name: string, type: string, bytes: Buffer][]) =>
  mail(
    { "Content-Type": 'multipart/mixed; boundary="b"' },
    `${[
      "Content-Type: text/plain\r\n\r\nSee below.",
      ...files.map(
        ([name, type, bytes]) =>
          `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64").replace(/(.{76})/g, "$1\r\n")}`,
      ),
    ]
      .map((part) => `--b\r\n${part}\r\n`)
      .join("")}--b--`,
  )

test("Attachments are kept up to 5 MB and eight; larger ones are named, and a mail above 12 MB is refused", async () => {
  const big = Buffer.alloc(5 * 1024 * 1024 + 1, 1)
  const small = Array.from(
    { length: 9 },
    (_, n) => [`${n}.txt`, "text/plain", Buffer.from(`file ${n}`)] as [string, string, Buffer],
  )
  expect(await post(withFiles(["big.bin", "application/zip", big]))).toBe("taken")
  expect(await post(withFiles(...small))).toBe("taken")
  const [one, two] = await received()
  expect([one?.files, one?.leftOut]).toEqual([[], ["big.bin (larger than 5 MB)"]])
  expect([two?.files.length, two?.leftOut]).toEqual([8, ["8.txt (more than 8 files)"]])
  const huge = Buffer.alloc(13 * 1024 * 1024, 65)
  expect(await post(new Uint8Array(huge))).toBe(413)
})

test("A disguised attachment has a harmless name, is read only by its own conversation, and goes with its sender", async () => {
  const polyglot = Buffer.from("GIF89a/*<svg onload=alert(1)>*/=1;<script>alert(1)</script>")
  await post(
    withFiles(["../../etc/\u202Egpj.exe", "image/svg+xml", polyglot], ["a.html", "text/html", polyglot]),
  )
  const [found] = await received()
  expect(found?.files.map(({ name }) => name).join(" ")).not.toMatch(/[/\\\u202e]/)
  const id = found?.files[0]?.id ?? ""
  expect(
    Buffer.from((await attachmentOf(t.world.db, { submissionId: thread, id }))?.bytes ?? []).equals(polyglot),
  ).toBe(true)
  const [other] = await conversation("ola@west.example")
  expect(await attachmentOf(t.world.db, { submissionId: other, id })).toBeUndefined()
  const owner = await addOperatorSession(t.world, "owner")
  const erased = await eraseAddress(t.world, owner, { email: "mara@northline.example", kept: addressData })
  expect(erased).toMatchObject({ ok: true })
  const [left] = await t.world.db.sql`
    select (select count(*)::int from private.received_mails where sender like 'mara%') as mails,
      (select count(*)::int from private.received_files) as files`
  expect(left).toEqual({ mails: 0, files: 0 })
})

test("A mail in HTML alone is read as text, and what it hides does nothing", async () => {
  const html =
    '<style>p{}</style><p>Yes &amp; no</p><script>steal()</script><img src="https://evil.example/x.gif"><p>Mara\u0000</p>'
  await post(mail({ "Content-Type": "text/html; charset=utf-8" }, html))
  const [found] = await received()
  expect(found?.text).toContain("Yes & no")
  expect(found?.text).not.toMatch(/steal|evil|</)
})

test("A message is assigned, rests and is closed, each taken back; a reply brings it back", async () => {
  const handle = (given: Parameters<typeof handleSubmission>[2]) => handleSubmission(t.world, helper, given)
  const id = thread
  const until = new Date("2026-11-25T12:00:00Z")
  expect(await handle({ id, do: "assign", to: randomUUID() })).toEqual({ ok: false, code: "not_theirs" })
  const host = await addOperatorSession(t.world, "host")
  expect(await handle({ id, do: "assign", to: host.id })).toEqual({ ok: false, code: "not_theirs" })
  expect(await handle({ id, do: "assign", to: helper.id })).toMatchObject({ ok: true })
  const mine = { status: "open", assignedTo: String(helper.id) } as const
  expect((await pageOfSubmissions(t.world, mine, { limit: 9, offset: 0 })).total).toBe(1)
  expect(await handle({ id, do: "snooze", until: new Date("2026-11-19T12:00:00Z") })).toEqual({
    ok: false,
    code: "past",
  })
  const rests = await handle({ id, do: "snooze", until })
  expect([await open("open"), await open("snoozed")]).toEqual([[], [id]])
  await undo(t.world, helper, "entry" in rests ? (rests.entry ?? 0) : 0)
  expect(await open("open")).toEqual([id])
  await handle({ id, do: "snooze", until })
  t.clock.set("2026-11-25T12:00:00Z")
  expect(await open("open")).toEqual([id])
  const closed = await handle({ id, do: "close" })
  expect([await open("open"), await open("closed")]).toEqual([[], [id]])
  expect(await undo(t.world, helper, "entry" in closed ? (closed.entry ?? 0) : 0)).toMatchObject({ ok: true })
  await handle({ id, do: "close" })
  await post(mail())
  expect([await open("open"), await open("waiting")]).toEqual([[id], [id]])
  expect((await repliesTo(t.world.db, id)).length).toBe(1)
})

test("A saved reply is filled in for its reader, and what is no field stays", () => {
  const text = "Hi {first name}, {name} of {site}: {price} {constructor}"
  expect(fillReply(text, { name: "Mara Voss" })).toBe("Hi Mara, Mara Voss of B4M: {price} {constructor}")
})
