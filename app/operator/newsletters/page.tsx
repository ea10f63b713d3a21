import { Link, useLoaderData } from "react-router"
import { countOf } from "#content/amounts.ts"
import { listById } from "#content/lists.ts"
import { listIssues } from "#domain/leads/newsletter/issue.ts"
import { readersByList } from "#domain/leads/newsletter/recipients.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { enter, type RouteArgs } from "../enter.ts"
import { Facts, Page, Panel } from "../frame/page.tsx"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/newsletters")
  const [issues, readers] = await Promise.all([listIssues(world.db), readersByList(world.db)])
  return {
    issues: issues.map(({ id, subject, state, list, scheduledAt }) => ({
      id,
      subject,
      state,
      list: listById(list)?.name ?? list,
      at: scheduledAt && momentInWords(scheduledAt),
    })),
    readers: readers.map(({ list, confirmed, bounced }) => [
      listById(list)?.name ?? list,
      `${countOf(confirmed, "reader")}${bounced > 0 ? `, ${countOf(bounced, "bounced address", "bounced addresses")}` : ""}`,
    ]) as [string, string][],
  }
}

export default function Newsletters() {
  const { issues, readers } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Newsletters"
      text="Written here in Markdown, tested, then sent at an hour of your choice."
      action={
        <ButtonLink to="/newsletters/new" look="quiet">
          Write an issue
        </ButtonLink>
      }
    >
      {issues.length === 0 ? (
        <p className="border border-line bg-raised px-5 py-10 text-center text-muted">
          No issue yet. The first one begins as a draft that nobody gets.
        </p>
      ) : (
        <ul className="border-b border-line">
          {issues.map((one) => (
            <li key={one.id} className="border-t border-line">
              <Link
                to={`/newsletters/${one.id}`}
                className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 py-2 no-underline hover:bg-raised lg:grid-cols-[minmax(0,1fr)_14rem_8rem_12rem]"
              >
                <span className="font-semibold">{one.subject}</span>
                <span className="text-right text-small text-muted lg:text-left">{one.list}</span>
                <span className="text-small">{one.state}</span>
                <span className="figures text-right text-small lg:text-left">{one.at}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Panel title="Readers" className="mt-8 max-w-3xl">
        <Facts facts={readers.length > 0 ? readers : [["Readers", "Nobody has confirmed a list yet."]]} />
      </Panel>
    </Page>
  )
}
