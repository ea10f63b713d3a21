import type { ReportSubject } from "#content/reports.ts"
import { hideName, showName } from "#domain/members/hidden-name.ts"
import { holdPhoto, releasePhoto } from "#domain/members/photo-review.ts"
import { displayOf, viewerKind } from "#domain/members/viewer.ts"
import type { Db } from "#ports/db.ts"

/** What a report is about. */
export interface Subject {
  kind: ReportSubject
  /** The athlete's id, the photo's version, or the page's path. */
  id: string
  /** Whom it concerns; null for a page. */
  athleteId: number | null
  /** Changes with what is shown: the name and the photo. */
  fingerprint: string
  /** Whether no moderator has seen it before: then one report hides it. */
  unseen: boolean
}

/** The name or the photo of an athlete whom the reporter sees; undefined otherwise. */
export async function subjectSeenBy(
  db: Db,
  userId: string,
  { slug, kind }: { slug: string; kind: "athlete" | "photo" },
): Promise<Subject | undefined> {
  const [row] = await db.sql<{ id: number; photo: string | null; fingerprint: string; decided: boolean }>`
    select a.id::float8 as id, a.photo, md5(a.display_name || '.' || coalesce(a.photo::text, '')) as fingerprint,
      coalesce(p.decided_at is not null, true) as decided
    from athletes a
    left join athlete_photos p on p.athlete_id = a.id
    cross join lateral private.display(
      ${viewerKind(db, userId)}, a.visibility, a.restricted_data, false, ${displayOf(db)}
    ) seen
    where a.slug = ${slug} and seen.name`
  if (!row || (kind === "photo" && row.photo === null)) return undefined
  if (kind === "photo") {
    const version = row.photo as string
    return { kind, id: version, athleteId: row.id, fingerprint: version, unseen: !row.decided }
  }
  return { kind, id: String(row.id), athleteId: row.id, fingerprint: row.fingerprint, unseen: false }
}

/** Hides what the subject is from everybody but its owner. A page is edited by an operator, not here. */
export async function hide(db: Db, { kind, id }: Pick<Subject, "kind" | "id">): Promise<void> {
  if (kind === "athlete") await hideName(db, Number(id))
  if (kind === "photo") await holdPhoto(db, id)
}

/** Shows it again, as far as its owner has chosen. */
export async function show(db: Db, { kind, id }: Pick<Subject, "kind" | "id">, now: Date): Promise<void> {
  if (kind === "athlete") await showName(db, Number(id))
  if (kind === "photo") await releasePhoto(db, id, now)
}
