import type { ActivityKind } from "#content/activity-kinds.ts"
import type { Category } from "#content/board-groups.ts"
import { displayToVisitors } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"

/** An athlete with points on a board who is in any group. */
export interface GroupMember {
  athlete: number
  /** The place key of their standing. */
  key: number
  category: Category | null
  birthYear: number | null
  /** The sport that is uploaded most; null where it may not be shown to everybody. */
  sport: ActivityKind | null
}

/** A board of which this process knows the changes. */
interface Followed {
  id: number
  version: number
}

/** Who is in groups, for each board that somebody asks for, in the memory of a process. */
export interface GroupMembers {
  /** By place, with every change of the board that this process knew of before the call. */
  read(board: Followed): Promise<readonly GroupMember[]>
  /** The same, but after a tenth of a second what is in memory: for a page that only links to groups. */
  glance(board: Followed): Promise<readonly GroupMember[]>
  forget(): void
}

interface Kept {
  /** Of the board, before it was read. */
  version: number
  members: Promise<readonly GroupMember[]>
  /** When it may be read again, in milliseconds of performance.now(). */
  restsUntil: number
  /** The read that follows, shared by all who wait for it. */
  next?: Promise<readonly GroupMember[]>
}

/** A board that changes all the time is read for a tenth of the time, and nobody waits longer for it than this. */
const restAfter = 10
const longestRestMs = 2_000
const glanceMs = 100

const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function createGroupMembers({ db }: Pick<World, "db">): GroupMembers {
  const kept = new Map<number, Kept>()
  const load = async (board: Followed): Promise<readonly GroupMember[]> => {
    const startedAt = performance.now()
    const members = loadMembers(db, board)
    const one: Kept = { version: board.version, members, restsUntil: Number.POSITIVE_INFINITY }
    kept.set(board.id, one)
    try {
      await members
      const now = performance.now()
      one.restsUntil = now + Math.min(longestRestMs, restAfter * (now - startedAt))
    } catch (error) {
      if (kept.get(board.id) === one) kept.delete(board.id)
      throw error
    }
    return members
  }
  const loadNext = async (board: Followed, before: Kept) => {
    // One that failed is no reason not to try again.
    await before.members.catch(() => undefined)
    const restMs = before.restsUntil - performance.now()
    if (restMs > 0 && restMs < Number.POSITIVE_INFINITY) await passed(restMs)
    return load(board)
  }
  const read = (board: Followed) => {
    const one = kept.get(board.id)
    if (!one) return load(board)
    if (one.version === board.version) return one.members
    one.next ??= loadNext(board, one)
    return one.next
  }
  return {
    read,
    async glance(board) {
      const before = kept.get(board.id)?.members
      if (!before) return read(board)
      // Whoever reads after a failure loads again, and hears of it.
      const fresh = read(board).catch(() => before)
      return Promise.race([fresh, passed(glanceMs).then(() => before)])
    },
    forget: () => kept.clear(),
  }
}

async function loadMembers({ sql }: World["db"], { id }: Followed): Promise<GroupMember[]> {
  return await sql<GroupMember>`
    select a.id::float8 as athlete, s.place_key::float8 as key, a.category, a.birth_year::integer as "birthYear",
      case when shown.details then a.sport end as sport
    from standings s
    join athletes a on a.id = s.athlete_id
    cross join lateral ${displayToVisitors({ sql }, sql`s.restricted_days > 0`)} shown
    where s.board_id = ${id}
      and (a.category is not null or a.birth_year is not null or (a.sport is not null and shown.details))
    order by s.place_key desc, s.athlete_id`
}
