import { viewAs } from "#domain/operator/people/view-as.ts"
import { holds, type Operator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import { machineHeaders } from "../guard/security-headers.ts"
import type { Pages } from "../pages/contract.ts"

/** An account page of a member, below the person's page of the console. */
const address =
  /^\/operator\/people\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/view(\/account(?:\/[\w-]+)*)$/

interface Asking {
  operator: Operator
  https: boolean
  requestId: string
  site: Pick<Pages, "fetch">
}

/** Nothing in the page runs, sends a form or leads away from its frame, which only the console shows. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

/**
 * The page that a member sees at this address, as it is for them, for an operator who views the site as them. It is rendered in
 * one read-only transaction, so that the database refuses every change, and sent without scripts. Null when the request is for
 * another page; 404 without an open view.
 */
export async function memberPage(world: World, request: Request, asking: Asking): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const [, userId, path] = address.exec(pathname) ?? []
  if (!userId || !path) return null
  const { operator, https, requestId, site } = asking
  const isOpen = holds(operator.role, "owner") && (await viewAs(world, operator, userId)) !== null
  const account = isOpen ? await world.accounts.find(world.db, userId) : null
  if (request.method !== "GET" || !account) return answer("Nothing is at this address.", 404, https)
  const { email, fullName } = account
  return world.db.transaction(async (db) => {
    // A query, after which nothing can make the transaction writable again.
    await db.sql`select set_config('transaction_read_only', 'on', true)`
    const page = await site.fetch(new Request(world.settings.siteUrl + path + search), {
      requestId,
      https,
      sender: { ip: null, userAgent: null },
      signedIn: async () => ({ userId, email, fullName, sessionId: "view" }),
      take: async () => true,
      world: { ...world, db },
    })
    const below = `/operator/people/${userId}/view`
    const location = page.headers.get("location")
    if (location?.startsWith("/account"))
      return new Response(null, { status: 302, headers: { location: below + location } })
    if (!page.headers.get("content-type")?.startsWith("text/html"))
      return answer("Only pages are shown here, no files.", 404, https)
    return answer(inFrame(await page.text(), below), page.status, https)
  })
}

/** The document without scripts. Links to account pages stay in the frame, and others open beside it. */
function inFrame(html: string, below: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*rel="(?:modulepreload|manifest)"[^>]*>/g, "")
    .replace(/<a\b([^>]*?) href="(\/account(?:[/?#][^"]*)?)"/g, `<a$1 target="_self" href="${below}$2"`)
    .replace("<head>", '<head><base target="_blank">')
}

function answer(body: string, status: number, https: boolean): Response {
  return new Response(body, {
    status,
    headers: {
      ...machineHeaders(https),
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "x-frame-options": "SAMEORIGIN",
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
    },
  })
}
