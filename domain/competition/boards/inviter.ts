import type { World } from "#domain/world.ts"
import type { Boards } from "./board.ts"
import { competitors } from "./competitors.ts"

/** The member behind an invitation. */
interface Inviter {
  /** As visitors may see them; null for somebody whose name is hidden from visitors. */
  shown: {
    slug: string
    name: string
    photo: string | null
    figure: string
    /** The place in the race that is on; null without one that visitors may see. */
    place: { race: string; rank: number; total: number } | null
    /** Services that must be named beside the place under their terms. */
    credits: string[]
  } | null
}

/**
 * The member whose invite link is /join/<invite>; null if there is none. Invitations are not recorded and earn no
 * points: an invited person joins like everybody else.
 */
export async function inviterOf(world: World, boards: Boards, invite: string): Promise<Inviter | null> {
  const [row] = await world.db.sql<{ slug: string }>`
    select slug from athletes where invite = ${invite} and not demo
  `
  if (!row) return null
  const found = await competitors(world, boards, [{ id: row.slug, member: row.slug }])
  return { shown: found.get(row.slug) ?? null }
}
