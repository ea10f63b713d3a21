import { useActionData, useLoaderData, useLocation } from "react-router"
import { activityKinds, kindWords } from "#content/activity-kinds.ts"
import { bulk, mostInBulk } from "#domain/operator/bulk.ts"
import { decideReview } from "#domain/operator/review/decide.ts"
import { undoBatch } from "#domain/operator/undo.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { Tabs } from "../frame/tabs.tsx"
import { pageSize } from "../list/address.ts"
import { BulkPreview } from "../list/bulk-preview.tsx"
import { everyPage } from "../list/every-page.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { columns } from "./columns.tsx"
import { readQueue, readQueueAddress } from "./query.ts"
import { toRow } from "./rows.ts"
import { UndoBatch } from "./undo-batch.tsx"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/review")
  const address = readQueueAddress(args.request)
  const { rows, total } = await readQueue(world, address, {
    limit: pageSize,
    offset: (address.page - 1) * pageSize,
  })
  return { rows: rows.map(toRow), total, address }
}

const bulkCommands = [
  { name: "count", label: "Count", reason: "Reason, for the athletes" },
  { name: "decline", label: "Decline", reason: "Reason, for the athletes" },
  { name: "reset", label: "Back to the rules" },
] as const

/** Bulk decisions: the first time answered with what would happen, confirmed with what did. */
export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/review")
  const form = await args.request.formData()
  const undone = form.get("undo-batch")
  if (typeof undone === "string") {
    const { undone: count, refused } = await undoBatch(world, operator, undone)
    return { ok: true, text: `${count} taken back${refused ? `, ${refused} were changed since` : ""}.` }
  }
  const command = bulkCommands.find(({ name }) => name === form.get("bulk"))
  if (!command) return { ok: false, text: "Choose what to do." }
  const all = form.get("all") === "yes"
  const ids = all ? await idsThatMatch(args) : form.getAll("id").filter((id) => typeof id === "string")
  if (ids.length === 0) return { ok: false, text: "Select activities first, or all that match." }
  if (ids.length > mostInBulk)
    return {
      ok: false,
      text: `${ids.length} match; at most ${mostInBulk} can be decided at once. Narrow the filter.`,
    }
  const reason = form.getAll("reason").find((one) => typeof one === "string" && one.trim() !== "")
  const confirmed = form.get("confirmed") === "yes"
  const { batch, ...findings } = await bulk(ids, (id, batch) =>
    decideReview(world, operator, {
      id: Number(id),
      decision: command.name === "reset" ? null : command.name,
      reason: typeof reason === "string" ? reason.slice(0, 1000) : null,
      batch,
      dryRun: !confirmed,
    }),
  )
  const { name, label } = command
  if (!confirmed)
    return {
      preview: { label, command: name, reason: String(reason ?? ""), ids: all ? null : ids, findings },
    }
  return { ok: true, text: `${label}: ${findings.possible} of ${findings.matched}.`, batch }
}

/** The filter of the address is evaluated again, so that only what matches now is touched. */
async function idsThatMatch(args: RouteArgs): Promise<string[]> {
  const { world } = enter(args, "/review")
  const address = readQueueAddress(args.request)
  const ids: string[] = []
  for await (const { id } of everyPage(async (window) => (await readQueue(world, address, window)).rows)) {
    ids.push(String(id))
    if (ids.length > mostInBulk) break
  }
  return ids
}

const views = [
  { to: "/review", label: "Waiting", view: undefined },
  { to: "/review?view=appeals", label: "Objections", view: "appeals" },
  { to: "/review?view=leaders", label: "Leaders with signs", view: "leaders" },
  { to: "/review?view=decided", label: "Decided", view: "decided" },
] as const

export default function Review() {
  const { rows, total, address } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { view } = address.filter
  const { search } = useLocation()
  return (
    <Page
      title="Review"
      text={
        <>
          Activities that a rule wants a person to look at.
          <span className="hidden lg:inline">
            {" "}
            Keys: o opens the first, c counts, d declines, j and k go on.
          </span>
        </>
      }
    >
      <Answered />
      {sent && "batch" in sent && sent.batch && <UndoBatch batch={sent.batch} />}
      <Tabs
        label="Views"
        tabs={views.map((one) => ({ ...one, current: one.view === (view === "waiting" ? undefined : view) }))}
      />
      {sent && "preview" in sent && sent.preview ? (
        <BulkPreview {...sent.preview} words={words} />
      ) : (
        <>
          {view !== "leaders" && (
            <Filters
              kept={view ? { view } : {}}
              fields={[
                { name: "athlete", label: "Athlete", shortcut: "/" },
                {
                  name: "kind",
                  label: "Activity",
                  options: [
                    ["", "All"],
                    ...activityKinds.map((kind) => [kind, kindWords[kind].noun] as const),
                  ],
                },
              ]}
            />
          )}
          <List
            name="activities"
            columns={columns}
            rows={rows}
            total={total}
            idOf={(row) => String(row.id)}
            linkOf={(row) => `/review/${row.id}${search}`}
            address={address}
            csv="/review.csv"
            bulk={bulkCommands}
            empty={emptyWords[view ?? "waiting"]}
          />
        </>
      )}
    </Page>
  )
}

const emptyWords = {
  waiting:
    "Nothing is waiting. An activity comes here when a rule finds it unusual; boards already count the rest.",
  appeals: "No athlete objects to a decision.",
  leaders: "No counted activity of a leading athlete shows a sign.",
  decided: "Nobody has decided on an activity yet.",
}
