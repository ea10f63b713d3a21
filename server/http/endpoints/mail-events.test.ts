import { afterAll, beforeAll, expect, test } from "vitest"
import { confirm } from "#domain/leads/confirm.ts"
import { send, sender } from "#test/support/leads.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { mailEventsEndpoint } from "./mail-events.ts"

const token = "a-token-of-32-characters-and-more"
let site: TestWorld
let endpoint: ReturnType<typeof mailEventsEndpoint>
beforeAll(async () => {
  site = await createTestWorld()
  endpoint = mailEventsEndpoint(site.world, { token })
  for (const email of ["full@example.com", "gone@example.com", "angry@example.com", "torn@example.com"]) {
    await send(site, "newsletter", { name: "", email })
    const link = /\/confirm\/(\w+)/.exec(site.mails.at(-1)?.text ?? "")?.[1] ?? ""
    await confirm(site.world, link, sender)
  }
})
afterAll(() => site.close())

const report = async (body: unknown, bearer = token) => {
  const answer = await endpoint.request("/webhooks/mail-events", {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const onTheList = async () => {
  const rows = await site.world.db.sql<{ email: string }>`
    select who.email from subscriptions s join subscribers who on who.id = s.subscriber_id
    where s.state = 'confirmed' order by who.email
  `
  return rows.map(({ email }) => email.split("@")[0])
}

test("A NUL character in another server's reply does not cause the report to be refused", async () => {
  const reason = "550 5.7.1 Try \0 later"
  const sent = await report([
    { email: "nobody@example.com", type: "bounce", reason },
    { email: "nobody@example.com", type: "complaint", reason },
  ])
  expect(sent).toEqual({ status: 200, body: { taken: 2 } })
})

test("Complaints and unknown mailboxes suppress immediately, other refusals after three days, temporary ones never", async () => {
  const day = [
    { email: "full@example.com", type: "bounce", reason: "452 4.2.2 Mailbox full", permanent: false },
    { email: "Gone@Example.com", type: "bounce", reason: "550 5.1.1 No such user" },
    { email: "angry@example.com", type: "complaint" },
    { email: "torn@example.com", type: "bounce", reason: "554 5.7.1 Refused" },
    { email: "nobody@example.com", type: "complaint" },
  ]
  expect(await report(day)).toEqual({ status: 200, body: { taken: 5 } })
  expect(await onTheList()).toEqual(["full", "torn"])
  // A repeated report does not count twice; services resend when in doubt.
  for (let n = 0; n < 3; n++) await report(day)
  expect(await onTheList()).toEqual(["full", "torn"])
  for (let n = 0; n < 2; n++) {
    site.clock.advance(86_400_000)
    await report(day)
  }
  expect(await onTheList()).toEqual(["full"])
})

test("Nothing is accepted without the token, and an invalid report gets an explanation", async () => {
  const complaint = [{ email: "full@example.com", type: "complaint" }]
  expect((await report(complaint, "another-token-of-32-characters-and")).status).toBe(401)
  for (const wrong of ["not json", {}, [{ email: "full@example.com", type: "sneeze" }]])
    expect(await report(wrong)).toMatchObject({ status: 400 })
  expect(await onTheList()).toEqual(["full"])
})
