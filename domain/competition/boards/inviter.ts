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
    /** This month's place; null without one that visitors may see. */
    place: { rank: number; total: number } | null
    /** Services to name beside the place, as their terms ask. */
    credits: string[]
  } | null
}

/**
 * Who invites with the address /join/<invite>; null when nobody does. Nothing is written down about an invitation, and it earns
 * no points: whoever was invited joins as everybody does.
 */
export async function inviterOf(world: World, boards: Boards, invite: string): Promise<Inviter | null> {
  const [row] = await world.db.sql<{ slug: string }>`
    select slug from athletes where invite = ${invite} and not demo
  `
  if (!row) return null
  const found = await competitors(world, boards, [{ id: row.slug, member: row.slug }])
  return { shown: found.get(row.slug) ?? null }
}
