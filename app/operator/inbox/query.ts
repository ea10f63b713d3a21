import { z } from "zod"
import { forms } from "#content/forms.ts"
import { statuses } from "#domain/leads/inbox.ts"
import { pageOfSubmissions, type SubmissionFilter } from "#domain/leads/inbox-page.ts"
import type { World } from "#domain/world.ts"
import { type ListAddress, readAddress } from "../list/address.ts"
import { columnIds } from "./columns.tsx"

const shape = z.object({
  status: z.enum(["open", "quarantine", "all", ...statuses]).optional(),
  form: z.enum(Object.keys(forms) as [string, ...string[]]).optional(),
  due: z.enum(["soon", "late"]).optional(),
  search: z.string().max(100).optional(),
})

type InboxAddress = ListAddress<z.infer<typeof shape>>

export function readInboxAddress(request: Request): InboxAddress {
  return readAddress(request, shape, columnIds)
}

const orders = ["received", "name", "form", "due"] as const

/** One page of the inbox for the parameters in the address. */
export function readInbox(world: World, address: InboxAddress, window: { limit: number; offset: number }) {
  const { status = "open", form, due, search } = address.filter
  const filter: SubmissionFilter = {
    status,
    ...(form ? { form } : {}),
    ...(due ? { due } : {}),
    ...(search ? { search } : {}),
  }
  const column = orders.find((one) => one === address.sort?.column)
  const order = column && address.sort ? { column, descending: address.sort.descending } : null
  return pageOfSubmissions(world, filter, { ...window, order })
}
