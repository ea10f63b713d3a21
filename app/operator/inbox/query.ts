import { z } from "zod"
import { forms } from "#content/forms.ts"
import { statuses } from "#domain/leads/inbox.ts"
import { pageOfSubmissions, type SubmissionFilter } from "#domain/leads/inbox-page.ts"
import type { World } from "#domain/world.ts"
import { type ListAddress, orderOf, readAddress } from "../list/address.ts"
import { columns } from "./columns.tsx"
import { type InboxRow, toRow } from "./rows.ts"

const shape = z.object({
  status: z.enum(["open", "waiting", "snoozed", "closed", "quarantine", "all", ...statuses]).exactOptional(),
  form: z.enum(Object.keys(forms) as [string, ...string[]]).exactOptional(),
  due: z.enum(["soon", "late"]).exactOptional(),
  assignedTo: z.uuid().exactOptional(),
  search: z.string().max(100).exactOptional(),
})

type InboxAddress = ListAddress<z.infer<typeof shape>>

export function readInboxAddress(request: Request): InboxAddress {
  return readAddress(request, shape, columns)
}

const orders = ["received", "name", "form", "due"] as const

/** One page of the inbox for the parameters in the address. */
export function readInbox(world: World, address: InboxAddress, window: { limit: number; offset: number }) {
  const filter: SubmissionFilter = { status: "open", ...address.filter }
  return pageOfSubmissions(world, filter, { ...window, order: orderOf(address, orders) })
}

/** The same as plain text. */
export async function readInboxRows(
  world: World,
  address: InboxAddress,
  window: { limit: number; offset: number },
): Promise<{ rows: InboxRow[]; total: number }> {
  const { rows, total } = await readInbox(world, address, window)
  return { rows: rows.map((one) => toRow(one, world.now())), total }
}
