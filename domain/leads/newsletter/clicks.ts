import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { escapeHtml } from "#primitives/html.ts"
import { equal } from "#primitives/secrets.ts"

/** A link in an issue, and how often it was followed. */
interface CountedLink {
  number: number
  url: string
  clicks: number
}

/** Whether links of issues count how often they are followed. Off until an operator switches it on. */
export async function clicksAreCounted({ sql }: Db): Promise<boolean> {
  const [row] = await sql<{
    value: string
  }>`select value from private.settings where name = 'newsletter_clicks'`
  return row?.value === "on"
}

/** Switches counting on or off for issues whose sending begins afterward. Errors: `unchanged`. */
export async function switchClicks(
  db: Db,
  on: boolean,
): Promise<{ ok: true } | { ok: false; code: "unchanged" }> {
  if ((await clicksAreCounted(db)) === on) return { ok: false, code: "unchanged" }
  await db.sql`
    insert into private.settings (name, value) values ('newsletter_clicks', ${on ? "on" : "off"})
    on conflict (name) do update set value = excluded.value`
  return { ok: true }
}

/** Called in the transaction in which sending begins: keeps the links to count, if the setting says so. */
export async function keepLinks(db: Db, issue: { id: number; html: string }): Promise<void> {
  if (!(await clicksAreCounted(db))) return
  const urls = [...new Set([...issue.html.matchAll(anchor)].map(([, , url = ""]) => unescaped(url)))]
  const links = urls.filter(isPage).map((url, index) => ({ number: index + 1, url }))
  await db.sql`
    insert into private.newsletter_links (issue_id, number, url)
    select ${issue.id}, l.number, l.url from jsonb_to_recordset(${db.sql.json(links)}) as l (number smallint, url text)
    on conflict do nothing`
  await db.sql`update newsletter_issues set counts_clicks = true where id = ${issue.id}`
}

/** The links of an issue in the order of its text; empty when it counts no clicks. */
export async function countedLinks({ sql }: Db, issueId: number): Promise<CountedLink[]> {
  return sql<CountedLink>`
    select number, url, clicks from private.newsletter_links where issue_id = ${issueId} order by number`
}

/** The text of an issue with its links routed through the counter. The same for every reader. */
export function withCountedLinks(
  world: Pick<World, "sign" | "settings">,
  { id, html }: { id: number; html: string },
  links: readonly Pick<CountedLink, "number" | "url">[],
): string {
  const numbers = new Map(links.map(({ url, number }) => [url, number]))
  return html.replace(anchor, (tag, before: string, escaped: string) => {
    const url = unescaped(escaped)
    const number = numbers.get(url)
    if (number === undefined) return tag
    const address = `${world.settings.siteUrl}/newsletter/links/${id}/${number}/${signature(world, id, number, url)}`
    return `${before}"${escapeHtml(address)}"`
  })
}

/**
 * Returns the target of a counted link. It is always an address that the operator wrote, because it is read from the
 * issue, and a link without our signature is rejected. Nothing about the reader is stored. Null for an unknown link.
 * @param link.counts false for requests that are not visits, such as a prefetch
 */
export async function followLink(
  world: World,
  link: { issueId: number; number: number; given: string; counts: boolean },
): Promise<string | null> {
  const { issueId, number, given, counts } = link
  const { sql } = world.db
  const [row] = await sql<{ url: string }>`
    select url from private.newsletter_links where issue_id = ${issueId} and number = ${number}`
  if (!row || !equal(given, signature(world, issueId, number, row.url))) return null
  if (counts)
    await sql`update private.newsletter_links set clicks = clicks + 1 where issue_id = ${issueId} and number = ${number}`
  return row.url
}

function signature(world: Pick<World, "sign">, issueId: number, number: number, url: string): string {
  return world.sign("newsletter-link", `${issueId} ${number} ${url}`).slice(0, 32)
}

/** The start tag of a link up to its address, as server/markup/mail-html.ts writes it. */
const anchor = /(<a\b[^>]*?\bhref=)"([^"]*)"/g

/** Mail and telephone links do not lead to a page. */
function isPage(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

function unescaped(attribute: string): string {
  return attribute
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
}
