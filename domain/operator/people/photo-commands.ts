import { decidePhoto, switchPhotoReview } from "#domain/members/photo-review.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** Approves or declines a member's photo. Errors: those of `act` and `decidePhoto`. */
export async function decidePhotoAsOperator(
  world: World,
  operator: Operator,
  { version, decision }: { version: string; decision: "show" | "decline" },
) {
  const [owner] = await world.db.sql<{ userId: string | null }>`
    select a.user_id as "userId" from athlete_photos p join athletes a on a.id = p.athlete_id where p.version = ${version}`
  const command = {
    command: `photo.${decision}`,
    subject: { kind: "photo", id: version, person: { userId: owner?.userId ?? null } },
    look: async ({ sql }: Db) => {
      const [row] = await sql<{ state: string }>`select state from athlete_photos where version = ${version}`
      return { state: row?.state ?? null }
    },
  } as const
  return act(world, operator, command, (inside) => decidePhoto(inside, { version, decision }))
}

/** Switches whether new photos wait for an operator's approval. Errors: those of `act`. */
export async function switchPhotoReviewAsOperator(
  world: World,
  operator: Operator,
  { on, undoes = null }: { on: boolean; undoes?: number | null },
) {
  const command = {
    command: "photo.review",
    subject: { kind: "setting", id: "photo_review" },
    undoes,
    look: async ({ sql }: Db) => {
      const [row] = await sql<{
        value: string
      }>`select value from private.settings where name = 'photo_review'`
      return { on: row?.value !== "off" }
    },
  } as const
  return act(world, operator, command, async (inside) => {
    await switchPhotoReview(inside, on ? "on" : "off")
    return { ok: true as const }
  })
}
