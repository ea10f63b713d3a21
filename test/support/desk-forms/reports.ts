/** The forms of the commands about reports and comments. */

import { objectToDecision } from "#domain/community/objection.ts"
import { reportQueue } from "#domain/community/queue.ts"
import { reportAthlete } from "#domain/community/report.ts"
import { addMember } from "#test/support/community.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { browser, helper, made, type Sent, shop } from "./desks.ts"

/** A report of a member about another one. */
export async function reported() {
  const { world } = shop
  const [author, reporter] = [
    await addMember(world, "Author"),
    await addMember(world, `Reporter ${++made.n}`),
  ]
  await world.db.sql`update auth.users set created_at = now(), updated_at = now() where created_at is null`
  const about = { slug: author.slug, about: "athlete", reason: "insult", note: "", ip: null } as const
  await reportAthlete(world, reporter.userId, about)
  const entry = (await reportQueue(world, { operatorId: null })).find(
    ({ athleteId }) => athleteId === author.id,
  )
  return { author, report: entry?.report ?? 0 }
}

export const reportsForms: readonly Sent[] = [
  {
    command: "report.hide",
    form: async () => [
      `/reports/${(await reported()).report}`,
      "Hide it",
      { statement: "It insults somebody." },
    ],
  },
  {
    command: "report.keep",
    form: async () => [
      `/reports/${(await reported()).report}`,
      "It stays",
      { statement: "It is a common name." },
    ],
  },
  {
    command: "report.reply",
    form: async () => {
      const { author, report } = await reported()
      await browser.press(helper, `/reports/${report}`, "Hide it", { statement: "It insults somebody." })
      const [decision] = await shop.world.db.sql<{ id: string }>`
        select id from private.moderation_decisions where athlete_id = ${author.id}`
      const id = Number(decision?.id)
      await objectToDecision(shop.world, author.userId, { decision: id, text: "It is my name." })
      return [`/reports/objections/${id}`, "Show it again", { reply: "You are right." }]
    },
  },
  {
    command: "member.mute",
    form: async () => [`/reports/${(await reported()).report}`, "Mute", { reason: "Threats" }],
  },
  {
    command: "member.unmute",
    form: async () => {
      const { report } = await reported()
      await browser.press(helper, `/reports/${report}`, "Mute", { reason: "Threats" })
      return [`/reports/${report}`, "End the mute"]
    },
  },
  {
    command: "comments.switch",
    form: async () => {
      await addOperatorSession(shop.world, "moderator")
      return ["/reports", /^Switch comments (on|off)$/]
    },
  },
]
