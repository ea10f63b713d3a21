import { useLoaderData } from "react-router"
import { commands } from "#domain/operator/commands.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { windowOf } from "../list/address.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { undoFromDesk } from "../undo-from-desk.ts"
import { columns } from "./columns.tsx"
import { readJournalAddress, readJournalRows } from "./query.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/journal")
  const address = readJournalAddress(args.request)
  const kinds = [...new Set(Object.keys(commands).map((name) => name.split(".")[0] ?? ""))]
  return { ...(await readJournalRows(world, address, windowOf(address))), address, kinds }
}

export async function action(args: RouteArgs) {
  const form = await args.request.formData()
  return undoFromDesk(args, "/journal", { entry: form.get("undo"), words })
}

export default function Journal() {
  const { rows, total, address, kinds } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Journal"
      text="Everything an operator did, here or in a shell. Entries never change; undoing adds one."
    >
      <Answered />
      <Filters
        fields={[
          { name: "operator", label: "Who", shortcut: "/" },
          {
            name: "command",
            label: "Kind",
            options: [["", "All"], ...kinds.map((kind) => [kind, kind] as const)],
          },
          { name: "subjectId", label: "About (id)" },
          { name: "person", label: "Person (email or account)" },
          { name: "from", label: "From", type: "date" },
          { name: "to", label: "To", type: "date" },
        ]}
      />
      <List
        name="entries"
        columns={columns}
        rows={rows}
        total={total}
        idOf={(row) => String(row.id)}
        address={address}
        csv="/journal.csv"
        empty="No entries yet. The first thing an operator does writes the first one."
      />
    </Page>
  )
}
