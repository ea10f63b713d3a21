import { useLoaderData } from "react-router"
import { commands } from "#domain/operator/commands.ts"
import { undo } from "#domain/operator/undo.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { windowOf } from "../list/address.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { words as newsletterWords } from "../newsletters/words.ts"
import { columns } from "./columns.tsx"
import { readJournalAddress, readJournalRows } from "./query.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/journal")
  const address = readJournalAddress(args.request)
  const kinds = [...new Set(Object.keys(commands).map((name) => name.split(".")[0] ?? ""))]
  return { ...(await readJournalRows(world, address, windowOf(address))), address, kinds }
}

const words: Record<string, string> = {
  ...newsletterWords,
  changed: "Someone has changed it since, so it cannot be undone.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
  unknown_entry: "There is no such entry.",
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/journal")
  const form = await args.request.formData()
  const undone = await undo(world, operator, Number(form.get("undo")))
  if (!undone.ok) return refused(undone.code, words, args.request)
  return { ok: true, text: "Undone, with its own entry." } satisfies Answer
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
