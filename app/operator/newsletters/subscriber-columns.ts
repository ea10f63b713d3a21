import { z } from "zod"
import { listById } from "#content/lists.ts"
import { pageOfSubscribers, subscriptionStates } from "#domain/leads/newsletter/subscribers.ts"
import { dayOnSite } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { readAddress } from "../list/address.ts"
import type { Column } from "../list/column.ts"

interface SubscriberRow {
  id: string
  email: string
  name: string | null
  list: string
  state: string
  since: string
  said: string | null
  source: string | null
  consent: string | null
  bounces: number
}

export const columns: readonly Column<SubscriberRow>[] = [
  { id: "email", title: "Email", value: (row) => row.email },
  { id: "name", title: "Name", value: (row) => row.name },
  { id: "list", title: "List", value: (row) => row.list },
  { id: "state", title: "State", value: (row) => row.state },
  { id: "since", title: "Since", value: (row) => row.since },
  { id: "source", title: "Last said", value: (row) => row.source },
  { id: "bounces", title: "Bounces", value: (row) => row.bounces, numeric: true },
]

/** The columns of the file, including the proof of consent, with the names that an import reads. */
export const fileColumns: readonly Column<SubscriberRow>[] = [
  { id: "email", title: "email", value: (row) => row.email },
  { id: "name", title: "name", value: (row) => row.name },
  { id: "list", title: "list", value: (row) => row.list },
  { id: "state", title: "state", value: (row) => row.state },
  { id: "since", title: "since", value: (row) => row.since },
  { id: "said", title: "consent_date", value: (row) => row.said },
  { id: "source", title: "consent_source", value: (row) => row.source },
  { id: "consent", title: "consent_text", value: (row) => row.consent },
  { id: "bounces", title: "bounces", value: (row) => row.bounces },
]

const shape = z.object({
  list: z.string().max(100).exactOptional(),
  state: z.enum(subscriptionStates).exactOptional(),
  who: z.string().max(200).exactOptional(),
  bounced: z.literal("yes").exactOptional(),
})

export function readSubscribersAddress(request: Request) {
  return readAddress(request, shape, columns)
}

/** Mailboxes on lists, for the parameters in the address. */
export async function readSubscribers(
  world: World,
  { filter: { bounced, ...filter } }: ReturnType<typeof readSubscribersAddress>,
  window: { limit: number; offset: number },
): Promise<{ rows: SubscriberRow[]; total: number }> {
  const { rows, total } = await pageOfSubscribers(world.db, { ...filter, bounced: bounced === "yes" }, window)
  return {
    total,
    rows: rows.map((row) => ({
      ...{ id: row.id, email: row.email, name: row.name, state: row.state, bounces: row.bounces },
      list: listById(row.list)?.name ?? row.list,
      since: dayOnSite((row.state === "unsubscribed" ? row.endedAt : row.confirmedAt) ?? row.requestedAt),
      said: row.saidAt && dayOnSite(row.saidAt),
      source: row.source,
      consent: row.consent,
    })),
  }
}
