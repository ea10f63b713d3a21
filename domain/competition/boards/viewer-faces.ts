import { displayOf } from "#domain/members/viewer.ts"
import type { Db } from "#ports/db.ts"

/** A member who shows that they look at a board. */
interface LookingFace {
  name: string
  /** Version of the photo; null without one. */
  photo: string | null
  figure: string
  /** The slug on the boards, which determines the kit of the drawn figure. */
  athlete: string
}

/** Which of them may be shown to visitors, and which to members. */
export interface ViewerFaces {
  visitors: LookingFace[]
  members: LookingFace[]
}

/**
 * Which of these athletes are shown as looking, in the given order: those who have opted in, and whose name the viewer
 * may see by `private.display`. Stricter than a board: members with data that a service's terms hide from visitors are
 * not shown to visitors, and while that data is unconfirmed, to nobody.
 */
export async function viewerFaces(db: Db, athletes: readonly number[]): Promise<ViewerFaces> {
  if (athletes.length === 0) return { visitors: [], members: [] }
  const rows = await db.sql<LookingFace & { visitors: boolean; members: boolean }>`
    select a.display_name as name, a.photo, a.slug as athlete,
      private.figure(a.sport, a.look, a.restricted_data = 'none') as figure,
      visitor.name as visitors, member.name as members
    from unnest(${[...athletes]}::bigint[]) with ordinality asked (id, place)
    join athletes a on a.id = asked.id
    cross join (select ${displayOf(db)} as display) terms
    cross join lateral private.display(
      'anonymous', a.visibility, a.restricted_data, a.restricted_data <> 'none', terms.display
    ) visitor
    cross join lateral private.display(
      'member', a.visibility, a.restricted_data, a.restricted_data <> 'none', terms.display
    ) member
    where a.shows_looking and not a.demo
    order by asked.place
  `
  const faces = (audience: "visitors" | "members") =>
    rows.filter((row) => row[audience]).map(({ visitors, members, ...face }) => face)
  return { visitors: faces("visitors"), members: faces("members") }
}
