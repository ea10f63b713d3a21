import { useLoaderData } from "react-router"
import { z } from "zod"
import { countOf } from "#content/amounts.ts"
import { listById, lists } from "#content/lists.ts"
import { clicksAreCounted } from "#domain/leads/newsletter/clicks.ts"
import { issueStates, pageOfIssues } from "#domain/leads/newsletter/issue.ts"
import { readersByList } from "#domain/leads/newsletter/recipients.ts"
import { switchClicksFromConsole } from "#domain/operator/newsletters/subscriber-commands.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Tabs } from "../frame/tabs.tsx"
import { pageSize, readAddress } from "../list/address.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { columns } from "./issue-columns.tsx"
import { newsletterTabs } from "./tabs.ts"
import { issueStateWords, words } from "./words.ts"

const shape = z.object({
  list: z.string().max(100).optional(),
  state: z.enum(issueStates).optional(),
  subject: z.string().max(200).optional(),
})

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/newsletters")
  const address = readAddress(args.request, shape, columns)
  const window = { limit: pageSize, offset: (address.page - 1) * pageSize }
  const [{ rows, total }, readers, clicks] = await Promise.all([
    pageOfIssues(world.db, address.filter, window),
    readersByList(world.db),
    clicksAreCounted(world.db),
  ])
  return {
    address,
    total,
    clicks,
    rows: rows.map(({ id, subject, state, list, scheduledAt, mails, troubled }) => ({
      ...{ id, subject, state, mails, troubled },
      list: listById(list)?.name ?? list,
      at: scheduledAt && momentInWords(scheduledAt),
    })),
    readers: readers.map(({ list, confirmed, bounced }) => [
      listById(list)?.name ?? list,
      `${countOf(confirmed, "reader")}${bounced > 0 ? `, ${countOf(bounced, "bounced address", "bounced addresses")}` : ""}`,
    ]) as [string, string][],
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/newsletters")
  const form = await args.request.formData()
  const on = form.get("clicks") === "on"
  const done = await switchClicksFromConsole(world, operator, { on })
  if (!done.ok) return refused(done.code, words, args.request)
  return {
    ok: true,
    text: on ? "Links in the next issues will be counted." : "Links are no longer counted.",
  } satisfies Answer
}

export default function Newsletters() {
  const { rows, total, address, readers, clicks } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Newsletters"
      text="Write here in Markdown, send a test, then schedule it."
      action={
        <ButtonLink to="/newsletters/new" look="quiet">
          Write an issue
        </ButtonLink>
      }
    >
      <Answered />
      <Tabs label="Views" tabs={newsletterTabs("/newsletters")} />
      <Filters
        fields={[
          { name: "subject", label: "Subject", shortcut: "/" },
          {
            name: "list",
            label: "List",
            options: [["", "All"], ...lists.map(({ id, name }) => [id, name] as const)],
          },
          {
            name: "state",
            label: "State",
            options: [["", "All"], ...issueStates.map((one) => [one, issueStateWords[one] ?? one] as const)],
          },
        ]}
      />
      <List
        name="issues"
        columns={columns}
        rows={rows}
        total={total}
        idOf={(row) => String(row.id)}
        linkOf={(row) => `/newsletters/${row.id}`}
        address={address}
        empty="No issues yet. The first one starts as a draft that goes to nobody."
      />
      <div className="mt-8 grid gap-5 md:grid-cols-2">
        <Panel title="Readers">
          <Facts facts={readers.length > 0 ? readers : [["Readers", "Nobody has signed up yet."]]} />
        </Panel>
        <Panel title="Clicks">
          <p className="max-w-[60ch] text-small">
            {clicks
              ? "We count how often each link is followed, as one number. Nobody sees by whom, and the emails say so."
              : "Links go straight to their pages and are not counted. Opens are never counted."}
          </p>
          <PressForm className="mt-3">
            <Button type="submit" name="clicks" value={clicks ? "off" : "on"} look="quiet">
              {clicks ? "Stop counting" : "Count clicks from the next issue on"}
            </Button>
          </PressForm>
        </Panel>
      </div>
    </Page>
  )
}
