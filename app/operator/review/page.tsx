import { useLoaderData, useLocation } from "react-router"
import { activityKinds, kindWords } from "#content/activity-kinds.ts"
import { claimsOfOthers } from "#domain/operator/review/claim.ts"
import { decideReview } from "#domain/operator/review/decide.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { useSent } from "../frame/use-sent.ts"
import { windowOf } from "../list/address.ts"
import { answerBulk } from "../list/answer-bulk.ts"
import { BulkPreview } from "../list/bulk-preview.tsx"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { UndoBatch } from "../list/undo-batch.tsx"
import { columnsOf } from "./columns.tsx"
import { readQueue, readQueueAddress } from "./query.ts"
import { ReviewTabs } from "./review-tabs.tsx"
import { toRow } from "./rows.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/review")
  const address = readQueueAddress(args.request)
  const { rows, total } = await readQueue(world, address, windowOf(address))
  const others = await claimsOfOthers(
    world,
    operator,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => toRow(row, world.now(), others.get(row.id))), total, address }
}

const bulkCommands = [
  { name: "count", label: "Count", reason: "Reason, for the athletes" },
  { name: "decline", label: "Decline", reason: "Reason, for the athletes" },
  { name: "reset", label: "Back to the rules" },
] as const

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/review")
  const address = readQueueAddress(args.request)
  return answerBulk(await args.request.formData(), {
    world,
    operator,
    commands: bulkCommands,
    rows: "activities",
    read: async (window) => (await readQueue(world, address, window)).rows,
    run: (id, command, given) =>
      decideReview(world, operator, {
        id: Number(id),
        decision: command === "reset" ? null : command,
        ...given,
      }),
  })
}

export default function Review() {
  const { rows, total, address } = useLoaderData<typeof loader>()
  const sent = useSent<typeof action>()
  const { view } = address.filter
  const { search } = useLocation()
  return (
    <Page
      title="Review"
      text={
        <>
          Activities a rule has flagged for a person to look at.
          <span className="hidden lg:inline">
            {" "}
            Keys: o opens the first, c counts, d declines, j and k move through the queue.
          </span>
        </>
      }
    >
      <Answered />
      {sent && "batch" in sent && sent.batch && <UndoBatch batch={sent.batch} />}
      <ReviewTabs view={view ?? "waiting"} />
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
            columns={columnsOf(view)}
            rows={rows}
            total={total}
            idOf={(row) => String(row.id)}
            linkOf={(row) => `/review/${row.id}${search}`}
            address={address}
            csv="/review.csv"
            // An objection is decided by its reply.
            bulk={view === "appeals" ? [] : bulkCommands}
            views={["view"]}
            empty={emptyWords[view ?? "waiting"]}
          />
        </>
      )}
    </Page>
  )
}

const emptyWords = {
  waiting:
    "Nothing is waiting. Activities come here when a rule finds them unusual; the boards already count the rest.",
  appeals:
    "No objection is waiting for a reply. Athletes object under an activity that does not count, or not in full; a reply is due within 48 hours.",
  leaders: "None of the leaders’ counted activities look suspicious.",
  decided: "No decisions yet.",
}
