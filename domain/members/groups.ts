import { z } from "zod"
import { type Category, categories, groupRule } from "#content/board-groups.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"

/** What a member says of the groups that they are listed in; null: nothing. Nobody else ever gets it. */
interface Groups {
  birthYear: number | null
  category: Category | null
}

/** The groups as a form sends them: an empty field says nothing. */
export function groupFields(now: Date) {
  const [first, last] = [groupRule.firstYear, now.getUTCFullYear() - groupRule.leastAge]
  const problem = `Birth year must be a year from ${first} to ${last}, or empty.`
  const nothing = z.literal("").transform(() => null)
  return z.object({
    birthYear: z.union(
      [
        nothing,
        z
          .string()
          .regex(/^\d{4}$/)
          .transform(Number)
          .refine((year) => year >= first && year <= last, problem),
      ],
      { error: problem },
    ),
    category: z.union([nothing, z.enum(categories)], { error: "Group must be one of the list." }),
  })
}

/** Replaces the member's groups. Errors: `not_joined`. */
export async function changeGroups(
  world: Pick<World, "db" | "now">,
  userId: string,
  { birthYear, category }: Groups,
): Promise<{ ok: true } | Refusal<"not_joined">> {
  const changed = await world.db.sql`
    update athletes set birth_year = ${birthYear}, category = ${category}, updated_at = ${world.now()}
    where user_id = ${userId} returning id`
  return changed.length > 0 ? { ok: true } : { ok: false, code: "not_joined" }
}

/** The member's groups as a form shows them; null when the account has not joined. */
export async function groupsOf(
  db: Db,
  userId: string,
): Promise<{ birthYear: string; category: string } | null> {
  const [row] = await db.sql<{ birthYear: string; category: string }>`
    select coalesce(birth_year::text, '') as "birthYear", coalesce(category, '') as category
    from athletes where user_id = ${userId}`
  return row ?? null
}
