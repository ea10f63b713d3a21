/** The forms of the commands about review. */

import { onActivity } from "#domain/competition/pipeline.ts"
import { object } from "#domain/competition/review/objections.ts"
import { close } from "#domain/competition/seasons/close.ts"
import { decideReview } from "#domain/operator/review/decide.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { made, owner, type Sent, shop, waiting } from "./desks.ts"

/** A member with a photo that waits for an operator; returns the name. */
async function photographed(): Promise<string> {
  const name = `Runner ${++made.n}`
  const athlete = await addAthlete(shop.world, { name, email: `photo-${made.n}@example.com` })
  await shop.world.db.sql`
    insert into athlete_photos (athlete_id, version, state, placed_at) values (${athlete}, gen_random_uuid(), 'waiting', now())`
  return name
}

async function objected(): Promise<number> {
  const { id, userId } = await waiting()
  const done = await object(shop.world, { userId, activityId: id, text: "I ran it." })
  if (!done.ok) throw new Error(done.code)
  return id
}

export const reviewForms: readonly Sent[] = [
  { command: "review.count", form: async () => [`/review/${(await waiting()).id}`, "Count"] },
  {
    command: "review.decline",
    form: async () => [`/review/${(await waiting()).id}`, "Decline", { reason: "A car." }],
  },
  {
    command: "review.reset",
    form: async () => {
      const { id } = await waiting()
      await decideReview(shop.world, owner, { id, decision: "count" })
      return [`/review/${id}?view=decided`, "Back to the rules"]
    },
  },
  {
    command: "photo.show",
    form: async () => ["/review/photos", `Show the photo of ${await photographed()}`],
  },
  {
    command: "photo.decline",
    form: async () => ["/review/photos", `Decline the photo of ${await photographed()}`],
  },
  {
    command: "photo.review",
    form: async () => {
      await shop.world.db.sql`update private.settings set value = 'on' where name = 'photo_review'`
      return ["/review/photos", "Show new photos at once"]
    },
  },
  {
    command: "review.note",
    form: async () => [`/review/${(await waiting()).id}`, "Keep", { text: "Asked." }],
  },
  {
    command: "review.answer",
    form: async () => [`/review/${await objected()}`, "Decline it", { text: "The track shows a road." }],
  },
  {
    command: "season.clear",
    form: async () => {
      const athlete = await addAthlete(shop.world, {
        name: `Winner ${++made.n}`,
        email: `winner-${made.n}@example.com`,
      })
      await onActivity(shop.world, athlete, sentRun())
      await close(shop.world, "fortnightly-2026-11-09", { early: true })
      await shop.world.db.sql`delete from private.cleared_days`
      return ["/seasons/check", /^This day is right/]
    },
  },
]
