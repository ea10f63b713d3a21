import { Link, useLoaderData } from "react-router"
import { forms } from "#content/forms.ts"
import { site } from "#content/site.ts"
import { decideSubmission } from "#domain/operator/inbox/decide.ts"
import { inboxReaders } from "#domain/operator/inbox/handle.ts"
import { readDone } from "../done.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { DoneLine } from "../frame/done-line.tsx"
import { Page } from "../frame/page.tsx"
import { Tabs } from "../frame/tabs.tsx"
import { useSent } from "../frame/use-sent.ts"
import { windowOf } from "../list/address.ts"
import { answerBulk } from "../list/answer-bulk.ts"
import { BulkPreview } from "../list/bulk-preview.tsx"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { UndoBatch } from "../list/undo-batch.tsx"
import { undoFromDesk } from "../undo-from-desk.ts"
import { columns } from "./columns.tsx"
import { readInbox, readInboxAddress, readInboxRows } from "./query.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/inbox")
  const address = readInboxAddress(args.request)
  const { rows, total } = await readInboxRows(world, address, windowOf(address))
  const done = await readDone(world, args.request)
  const readers = await inboxReaders(world.db)
  const { replyAddress = site.supportEmail, receivesReplies = false } = world.settings
  return { rows, total, address, done, readers, repliesGoTo: receivesReplies ? null : replyAddress }
}

const bulkCommands = [
  { name: "in-review", label: "Take into review" },
  { name: "accepted", label: "Accept" },
  { name: "declined", label: "Decline" },
  { name: "spam", label: "Spam" },
] as const

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/inbox")
  const form = await args.request.formData()
  if (form.has("undo")) {
    return undoFromDesk(args, "/inbox", { entry: form.get("undo"), words, text: "Undone." })
  }
  const address = readInboxAddress(args.request)
  return answerBulk(form, {
    world,
    operator,
    commands: bulkCommands,
    rows: "messages",
    read: async (window) => (await readInbox(world, address, window)).rows,
    run: (id, status, { batch, dryRun }) => decideSubmission(world, operator, { id, status, batch, dryRun }),
  })
}

const views = [
  { to: "/inbox", label: "Open", status: "open" },
  { to: "/inbox?status=waiting", label: "Replies", status: "waiting" },
  { to: "/inbox?due=soon", label: "Due soon", status: "due" },
  { to: "/inbox?status=quarantine", label: "Looks like spam", status: "quarantine" },
  { to: "/inbox?status=snoozed", label: "Snoozed", status: "snoozed" },
  { to: "/inbox?status=closed", label: "Closed", status: "closed" },
  { to: "/inbox?status=accepted", label: "Accepted", status: "accepted" },
  { to: "/inbox?status=declined", label: "Declined", status: "declined" },
  { to: "/inbox?status=spam", label: "Spam", status: "spam" },
  { to: "/inbox?status=all", label: "All", status: "all" },
] as const

export default function Inbox() {
  const { rows, total, address, done, readers, repliesGoTo } = useLoaderData<typeof loader>()
  const sent = useSent<typeof action>()
  const { status = "open", due } = address.filter
  const view = due && status === "open" ? "due" : status
  const kept = { ...(status === "open" ? {} : { status }), ...(due ? { due } : {}) }
  const query = new URLSearchParams(kept).toString()
  return (
    <Page
      title="Inbox"
      text={`Applications and inquiries, those with a promised reply first. ${
        repliesGoTo
          ? `Replies to your emails do not arrive here: they go to ${repliesGoTo}, a mailbox of your own.`
          : "Replies to your emails arrive in their conversation."
      }`}
      action={
        <Link to="/inbox/saved" className="inline-flex min-h-11 items-center text-small">
          Saved replies
        </Link>
      }
    >
      <Answered />
      {!sent && <DoneLine done={done} action={query ? `/inbox?${query}` : "/inbox"} />}
      {sent && "batch" in sent && sent.batch && <UndoBatch batch={sent.batch} />}
      <Tabs label="Views" tabs={views.map((one) => ({ ...one, current: one.status === view }))} />
      {sent && "preview" in sent && sent.preview ? (
        <BulkPreview {...sent.preview} words={words} />
      ) : (
        <>
          <Filters
            kept={kept}
            fields={[
              { name: "search", label: "Name, email or words", shortcut: "/" },
              {
                name: "assignedTo",
                label: "Taken care of by",
                options: [["", "Anybody"], ...readers.map(({ id, email }) => [id, email] as const)],
              },
              {
                name: "form",
                label: "Form",
                options: [
                  ["", "All"],
                  ...Object.values(forms)
                    .filter(({ to }) => !("page" in to))
                    .map(({ id, name }) => [id, name] as const),
                ],
              },
            ]}
          />
          <List
            name="messages"
            columns={columns}
            rows={rows}
            total={total}
            idOf={(row) => row.id}
            linkOf={(row) => `/inbox/${row.id}${query ? `?${query}` : ""}`}
            address={address}
            csv="/inbox.csv"
            bulk={bulkCommands}
            views={["status", "due"]}
            empty={
              view === "open"
                ? "Nobody is waiting for a reply. Applications and inquiries appear here as they arrive."
                : "No messages here."
            }
          />
        </>
      )}
    </Page>
  )
}
