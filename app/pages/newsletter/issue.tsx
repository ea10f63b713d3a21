import { data, redirect } from "react-router"
import { longDate } from "#content/dates.ts"
import { site } from "#content/site.ts"
import { archivedIssue } from "#domain/leads/newsletter/archive.ts"
import type { LivePage } from "#domain/shown.ts"
import { dayOnSite } from "#domain/site-clock.ts"
import { world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { BackLink } from "../../ui/back-link.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { MarkdownText } from "../../ui/markdown-text.tsx"
import type { Route } from "./+types/issue"
import { issuesFeedLink } from "./feed-link.ts"

/** One issue as everybody sees it; `?draft=` is the key in a test mail, for an issue that is not sent yet. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const found = await archivedIssue(context.get(world), params.slug, searchParams.get("draft"))
  if (!found.ok && found.code === "moved") {
    const query = searchParams.size > 0 ? `?${searchParams}` : ""
    throw redirect(`/newsletter/issues/${found.slug}${query}`, 301)
  }
  if (!found.ok) throw data("There is no such issue", { status: 404 })
  const { publishedAt, ...issue } = found.issue
  return data(
    { ...issue, on: dayOnSite(publishedAt) },
    { headers: issue.draft ? { "cache-control": "private, no-store", "x-robots-tag": "noindex" } : {} },
  )
}

export const handle: LivePage = { shows: ["newsletters"], onReplica: true }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Not found · ${site.name}` }, { name: "robots", content: "noindex" }]
  const { subject, preview, list, draft } = loaderData
  return [
    ...pageMeta({ title: subject, description: preview || `An issue of ${list}.`, type: "article" }),
    ...(draft ? [{ name: "robots", content: "noindex" }] : []),
    issuesFeedLink,
  ]
}

export default function Issue({ loaderData: issue }: Route.ComponentProps) {
  return (
    <>
      <article>
        <header className="gutter pt-10">
          <BackLink to="/newsletter/issues">All issues</BackLink>
          <div className="mx-auto mt-8 max-w-[68ch]">
            {issue.draft && (
              <p className="mb-6 border-l-4 border-text bg-raised px-4 py-2.5 text-small">
                This is a draft, opened from a test email. Nobody else can find this page.
              </p>
            )}
            <p className="text-small text-muted">
              {issue.list} ·{" "}
              <time dateTime={issue.on} className="figures">
                {longDate(issue.on)}
              </time>
            </p>
            <h1 className="display mt-4 text-section wrap-anywhere">{issue.subject}</h1>
          </div>
        </header>
        <div className="gutter py-section">
          <MarkdownText html={issue.html} />
        </div>
      </article>
      <section className="field-volt gutter py-section">
        <h2 className="display max-w-[18ch] text-section">The next one by email</h2>
        <p className="mt-4 max-w-[48ch] text-lead">Unsubscribe at any time.</p>
        <div className="mt-7">
          <ButtonLink to="/newsletter">Get the Newsletter</ButtonLink>
        </div>
      </section>
    </>
  )
}
