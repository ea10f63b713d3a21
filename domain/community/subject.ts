import type { ReportSubject } from "#content/reports.ts"
import { hideName, showName } from "#domain/members/hidden-name.ts"
import { holdPhoto, releasePhoto } from "#domain/members/photo-review.ts"
import { displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { talkOf } from "./comment-subject.ts"
import { shownComments } from "./shown-comments.ts"
import { announceToViewers } from "./tell.ts"

/** What a report is about. */
export interface Subject {
  kind: ReportSubject
  /** The athlete's or comment's id, the photo's version, or the page's path. */
  id: string
  /** Whom it concerns; null for a page. */
  athleteId: number | null
  /** Changes with what is shown: the name and the photo, or the text. */
  fingerprint: string
  /** Of a comment: what it says. */
  quoted: string | null
  /** Whether no moderator has seen it before: then one report hides it. */
  unseen: boolean
}

/** The name or the photo of an athlete whom the reporter sees, or a comment of theirs; undefined otherwise. */
export async function subjectSeenBy(
  db: Db,
  userId: string,
  { slug, about }: { slug: string; about: "athlete" | "photo" | { comment: number } },
): Promise<Subject | undefined> {
  if (typeof about === "object") return commentSeenBy(db, userId, { slug, comment: about.comment })
  const kind = about
  const [row] = await db.sql<{ id: number; photo: string | null; fingerprint: string; decided: boolean }>`
    select a.id::float8 as id, a.photo, ${pageFingerprint(db)} as fingerprint,
      coalesce(p.decided_at is not null, true) as decided
    from athletes a
    left join athlete_photos p on p.athlete_id = a.id
    cross join lateral ${displayTo(db, userId)} seen
    where a.slug = ${slug} and seen.name`
  if (!row || (kind === "photo" && row.photo === null)) return undefined
  if (kind === "photo") {
    const version = row.photo as string
    return { kind, id: version, athleteId: row.id, fingerprint: version, quoted: null, unseen: !row.decided }
  }
  const { fingerprint } = row
  return { kind, id: String(row.id), athleteId: row.id, fingerprint, quoted: null, unseen: false }
}

async function commentSeenBy(
  db: Db,
  userId: string,
  { slug, comment }: { slug: string; comment: number },
): Promise<Subject | undefined> {
  const [row] = await db.sql<{ author: number; text: string; fingerprint: string }>`
    select author_id::float8 as author, body as text, md5(body) as fingerprint
    from ${shownComments(db, userId)} c where id = ${comment} and athlete = ${slug}`
  if (!row) return undefined
  const { author: athleteId, text: quoted, fingerprint } = row
  return { kind: "comment", id: String(comment), athleteId, fingerprint, quoted, unseen: false }
}

/** Changes with the name, the photo and what an athlete `a` says about themselves: SQL. */
export function pageFingerprint({ sql }: Pick<Db, "sql">) {
  return sql`md5(concat_ws('.', a.display_name, coalesce(a.photo::text, ''), (
    select concat_ws('.', p.words, p.region) from private.athlete_pages p where p.athlete_id = a.id
  )))`
}

type Changed = Pick<Subject, "kind" | "id">

/** Hides what the subject is from everybody but its owner. A page is edited by an operator, not here. */
export async function hide(world: Pick<World, "live">, db: Db, { kind, id }: Changed): Promise<void> {
  if (kind === "athlete") await hideName(db, Number(id))
  if (kind === "photo") await holdPhoto(db, id)
  if (kind === "comment") await setHidden(world, db, { comment: Number(id), hidden: true })
}

/** Shows it again, as far as its owner has chosen. */
export async function show(world: Pick<World, "live" | "now">, db: Db, { kind, id }: Changed): Promise<void> {
  if (kind === "athlete") await showName(db, Number(id))
  if (kind === "photo") await releasePhoto(db, id, world.now())
  if (kind === "comment") await setHidden(world, db, { comment: Number(id), hidden: false })
}

async function setHidden(
  world: Pick<World, "live">,
  db: Db,
  { comment, hidden }: { comment: number; hidden: boolean },
): Promise<void> {
  const [changed] = await db.sql<Parameters<typeof talkOf>[0]>`
    update private.comments set hidden = ${hidden} where id = ${comment}
    returning athlete_id::float8 as "athleteId", event, local_on::text as "on"`
  if (changed) await announceToViewers(world, db, talkOf(changed))
}
