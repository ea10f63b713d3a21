import { randomUUID } from "node:crypto"
import { block } from "#domain/community/block.ts"
import { cheer } from "#domain/community/cheer.ts"
import { comment, setCommentAside } from "#domain/community/comment.ts"
import { commentSetting } from "#domain/community/comment-switches.ts"
import { changeOwnPage } from "#domain/community/own-page.ts"
import { reportAthlete } from "#domain/community/report.ts"
import type { World } from "#domain/world.ts"

const kind = [
  "Strong morning! I heard you before I saw you.",
  "See you on Saturday?",
  "كل يوم خطوة 💪🏽",
  "那条路好走吗？",
  "Three weeks in a row. Quietly impressive.",
]
const unkind = ["Walking is not training.", "You again? Nobody asked."]

/** Members cheer and comment on each other's latest day; the third one quarrels, is hidden, reported and blocked. */
export async function live(world: World, emails: readonly string[]): Promise<void> {
  await nameModerator(world)
  const rows = await world.db.sql<Member>`
    select u.id as "userId", a.slug, (
      select d.local_on::text from athlete_days d where d.athlete_id = a.id and d.points > 0 order by d.local_on desc limit 1
    ) as on
    from athletes a join auth.users u on u.id = a.user_id where u.email = any(${[...emails]}::text[]) order by a.id`
  for (const [nr, { userId }] of rows.entries())
    await changeOwnPage(world, userId, {
      ...{ words: kind[nr % kind.length] ?? "", sports: ["run"], region: "Costa Mesa, California" },
      ...{ showsCalendar: true, showsMilestones: true, showsTrained: nr % 2 === 0, showsComing: true },
      takesComments: nr % 7 !== 6,
    })
  for (const [nr, giver] of rows.entries())
    for (let n = 1; n <= Math.min(4, rows.length - 1); n++) {
      const receiver = rows[(nr + n) % rows.length]
      if (!receiver?.on) continue
      const day = { athlete: receiver.slug, on: receiver.on }
      await cheer(world, giver.userId, { ...day, phrase: n === 1 ? "strong-work" : null })
      const text = (nr === 2 ? unkind : kind)[(nr + n) % (nr === 2 ? unkind.length : kind.length)] ?? ""
      const done = n <= 2 ? await comment(world, giver.userId, { ...day, text }) : null
      if (nr === 2 && done?.ok) await quarrel(world, receiver, giver, done.id)
    }
}

interface Member {
  userId: string
  slug: string
  /** The latest day with points; null before the first. */
  on: string | null
}

async function quarrel(world: World, owner: Member, writer: Member, id: number): Promise<void> {
  await reportAthlete(world, owner.userId, {
    ...{ slug: writer.slug, about: { comment: id }, reason: "insult", note: "", ip: null },
  } as const)
  await setCommentAside(world, owner.userId, { id, aside: true })
  await block(world, owner.userId, writer.slug)
}

async function nameModerator(world: World): Promise<void> {
  if ((await commentSetting(world.db, world.now())).moderated) return
  const role = world.db.sql.json({ role: "moderator" })
  await world.db.sql`
    insert into auth.users (id, email, raw_app_meta_data) values (${randomUUID()}, 'moderator@rehearsal.example', ${role})`
}
