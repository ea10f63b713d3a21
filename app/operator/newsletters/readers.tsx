import { data, Link, useLoaderData } from "react-router"
import { readIssue } from "#domain/leads/newsletter/issue.ts"
import { deliveryStates } from "#domain/leads/newsletter/recipients.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Page } from "../frame/page.tsx"
import { pageSize } from "../list/address.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { columns, issueId, readReaders, readReadersAddress } from "./reader-columns.ts"

/** The recipients of an issue, and the state of each mail. */
export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/newsletters")
  const issue = await readIssue(world.db, issueId(args.params.id))
  if (!issue) throw data(null, { status: 404 })
  const address = readReadersAddress(args.request)
  const window = { limit: pageSize, offset: (address.page - 1) * pageSize }
  return {
    id: issue.id,
    subject: issue.subject,
    address,
    ...(await readReaders(world, issue.id, address, window)),
  }
}

import { deliveryWords } from "./words.ts"

export default function Readers() {
  const { id, subject, rows, total, address } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Readers"
      text={`Of “${subject}”, as of when sending began. Those with problems come first.`}
      action={
        <Link to={`/newsletters/${id}`} className="inline-flex min-h-11 items-center text-small">
          Back to the issue
        </Link>
      }
    >
      <Filters
        fields={[
          { name: "who", label: "Email", shortcut: "/" },
          {
            name: "state",
            label: "State",
            options: [["", "All"], ...deliveryStates.map((one) => [one, deliveryWords[one] ?? one] as const)],
          },
        ]}
      />
      <List
        name="readers"
        columns={columns}
        rows={rows}
        total={total}
        idOf={(row) => row.email}
        linkOf={(row) => `/people?q=${encodeURIComponent(row.email)}`}
        address={address}
        csv={`/newsletters/${id}/readers.csv`}
        empty="Nobody yet. The list of readers is made when sending begins."
      />
    </Page>
  )
}
