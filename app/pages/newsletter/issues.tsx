import { data, Link } from "react-router"
import { grouped } from "#content/amounts.ts"
import { longDate } from "#content/dates.ts"
import { archivedIssues } from "#domain/leads/newsletter/archive.ts"
import type { LivePage } from "#domain/shown.ts"
import { dayOnSite } from "#domain/site-clock.ts"
import { world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { BackLink } from "../../ui/back-link.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { Section } from "../../ui/section.tsx"
import type { Route } from "./+types/issues"
import { issuesFeedLink } from "./feed-link.ts"

const issuesPerPage = 50

/** Every issue of the newsletters that was sent, newest first; `?page=` is a later page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = Number(new URL(request.url).searchParams.get("page") ?? 1)
  const page = Number.isInteger(asked) && asked > 0 && asked < 1_000_000 ? asked : 1
  const window = { limit: issuesPerPage, offset: (page - 1) * issuesPerPage }
  const { issues, total } = await archivedIssues(context.get(world).db, window)
  if (page > 1 && issues.length === 0) throw data("The archive has no such page", { status: 404 })
  return {
    page,
    total,
    issues: issues.map(({ publishedAt, ...issue }) => ({ ...issue, on: dayOnSite(publishedAt) })),
  }
}

export const handle: LivePage = { shows: ["newsletters"], query: ["page"], onReplica: true }

export const meta = () => [
  ...pageMeta({
    title: "Newsletter issues",
    description: "Every newsletter issue, to read before you sign up or catch up on one you missed.",
  }),
  issuesFeedLink,
]

export default function Issues({ loaderData: { issues, page, total } }: Route.ComponentProps) {
  const last = Math.max(1, Math.ceil(total / issuesPerPage))
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to="/newsletter">Get the Newsletter</BackLink>
      </div>
      <PageHead
        title="Newsletter issues"
        lead="See what we send before you sign up, or catch up on an issue you missed."
        {...(total > 0 ? { figure: { value: grouped(total), label: total === 1 ? "issue" : "issues" } } : {})}
      />
      <Section>
        {issues.length === 0 ? (
          <div className="max-w-[58ch]">
            <p className="text-lead text-muted">
              We have not sent an issue yet. Sign up and get the first one.
            </p>
            <div className="mt-8">
              <ButtonLink to="/newsletter">Get the Newsletter</ButtonLink>
            </div>
          </div>
        ) : (
          <ol className="border-b border-line">
            {issues.map((issue) => (
              <li
                key={issue.slug}
                className="grid gap-x-10 gap-y-1 border-t border-line py-6 md:grid-cols-[13rem_minmax(0,1fr)]"
              >
                <p className="text-small text-muted">
                  <time dateTime={issue.on} className="figures">
                    {longDate(issue.on)}
                  </time>
                  <span className="block">{issue.list}</span>
                </p>
                <div className="min-w-0 max-w-[58ch]">
                  <h2 className="display text-card wrap-anywhere">
                    <Link
                      to={`/newsletter/issues/${issue.slug}`}
                      className="inline-block py-1 underline-offset-4 hover:underline"
                    >
                      {issue.subject}
                    </Link>
                  </h2>
                  {issue.preview && <p className="mt-1 text-muted wrap-anywhere">{issue.preview}</p>}
                </div>
              </li>
            ))}
          </ol>
        )}
        {last > 1 && (
          <nav aria-label="Pages of the archive" className="mt-10 flex flex-wrap items-center gap-5">
            {page > 1 && (
              <ButtonLink to={page === 2 ? "/newsletter/issues" : `?page=${page - 1}`} look="plain">
                Newer
              </ButtonLink>
            )}
            {page < last && <ButtonLink to={`?page=${page + 1}`}>Older</ButtonLink>}
            <span className="figures text-small text-muted">{`Page ${grouped(page)} of ${grouped(last)}`}</span>
          </nav>
        )}
      </Section>
    </>
  )
}
