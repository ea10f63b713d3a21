import { lists } from "#content/lists.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { equal } from "#primitives/secrets.ts"
import { draftKey, issueNumber, issueSlug } from "./issue-address.ts"
import { webHtml } from "./web-html.ts"

/** An issue in the public archive. It contains nothing about its readers. */
interface ArchivedIssue {
  slug: string
  /** The name of its list: "The weekly newsletter". */
  list: string
  subject: string
  /** The line beside the subject; may be empty. */
  preview: string
  publishedAt: Date
}

interface Row {
  id: number
  list: string
  subject: string
  preview: string
  publishedAt: Date
}

const newsletters = lists.filter(({ kind }) => kind === "newsletter")

/**
 * Issues whose sending has begun, newest first: those of the public newsletters, without those that an operator
 * removed. `total` counts all pages.
 */
export async function archivedIssues(
  db: Db,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ issues: ArchivedIssue[]; total: number }> {
  const [count] = (await db.sql`
    select count(*)::integer as n from newsletter_issues i where ${isArchived(db)}`) as [{ n: number }]
  const rows = await db.sql<Row>`
    select i.id::float8 as id, i.list, i.subject, i.preview, i.published_at as "publishedAt"
    from newsletter_issues i where ${isArchived(db)}
    order by i.published_at desc, i.id desc limit ${limit} offset ${offset}`
  return { issues: rows.map(shown), total: count.n }
}

interface IssuePage extends ArchivedIssue {
  html: string
  /** Shown through the address in a test mail: it is not in the archive. */
  draft: boolean
}

/**
 * One issue of the archive. `key` (`draftKey`) shows one that is not in it, for test mails. Errors: `unknown`; `moved`:
 * it has a new slug now.
 */
export async function archivedIssue(
  world: World,
  slug: string,
  key: string | null = null,
): Promise<
  { ok: true; issue: IssuePage } | { ok: false; code: "unknown" } | { ok: false; code: "moved"; slug: string }
> {
  const { sql } = world.db
  // There is no issue with the number 0.
  const id = issueNumber(slug) ?? 0
  const byKey = key !== null && equal(key, draftKey(world, id))
  const [row] = await sql<Row & { html: string; archived: boolean }>`
    select i.id::float8 as id, i.list, i.subject, i.preview, coalesce(i.published_at, i.updated_at) as "publishedAt", i.html,
      ${isArchived(world.db)} as archived
    from newsletter_issues i where i.id = ${id}`
  if (!row || !(row.archived || byKey)) return { ok: false, code: "unknown" }
  if (slug !== issueSlug(row)) return { ok: false, code: "moved", slug: issueSlug(row) }
  return { ok: true, issue: { ...shown(row), html: webHtml(row.html), draft: !row.archived } }
}

/** The newest issues with their texts, for the feed. */
export async function feedIssues(db: Db, limit: number): Promise<(ArchivedIssue & { html: string })[]> {
  const rows = await db.sql<Row & { html: string }>`
    select i.id::float8 as id, i.list, i.subject, i.preview, i.published_at as "publishedAt", i.html
    from newsletter_issues i where ${isArchived(db)}
    order by i.published_at desc, i.id desc limit ${limit}`
  return rows.map((row) => ({ ...shown(row), html: webHtml(row.html) }))
}

function isArchived(db: Db) {
  return db.sql`(i.published_at is not null and i.in_archive and i.list in ${db.sql(newsletters.map(({ id }) => id))})`
}

function shown(row: Row): ArchivedIssue {
  const { subject, preview, publishedAt } = row
  const list = newsletters.find(({ id }) => id === row.list)?.name ?? row.list
  return { slug: issueSlug(row), list, subject, preview, publishedAt }
}
