import { issueRecipients } from "#domain/leads/newsletter/recipients.ts"
import { noteExport } from "#domain/operator/export-list.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import type { Column } from "../list/column.ts"
import { csvResponse } from "../list/csv.ts"
import { words } from "./words.ts"

type Row = Awaited<ReturnType<typeof issueRecipients>>[number]

const columns: readonly Column<Row>[] = [
  { id: "email", title: "Mail", value: (row) => row.email },
  { id: "state", title: "State", value: (row) => row.state },
  { id: "attempts", title: "Attempts", value: (row) => row.attempts },
  { id: "answer", title: "Answer", value: (row) => row.answer },
  { id: "ended", title: "Ended", value: (row) => (row.endedAt ? momentInWords(row.endedAt) : "") },
]

/** Every reader of an issue with the state of the mail; with `state`, those alone. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/newsletters")
  const id = Number(args.params.id)
  const noted = await noteExport(world, operator, "newsletter.export", `newsletter-${id}`)
  if (!noted.ok) return refused(noted.code, words, args.request)
  const state = new URL(args.request.url).searchParams.get("state") ?? undefined
  const rows = await issueRecipients(world.db, Number.isSafeInteger(id) ? id : 0, state)
  async function* each() {
    yield* rows
  }
  return csvResponse(`newsletter-${id}`, columns, each())
}
