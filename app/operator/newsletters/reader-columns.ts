import { z } from "zod"
import { deliveryStates, pageOfRecipients, type Recipient } from "#domain/leads/newsletter/recipients.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { readAddress } from "../list/address.ts"
import type { Column } from "../list/column.ts"
import { deliveryWords } from "./words.ts"

interface ReaderRow extends Omit<Recipient, "endedAt"> {
  ended: string
}

export const columns: readonly Column<ReaderRow>[] = [
  { id: "email", title: "Email", value: (row) => row.email },
  { id: "state", title: "State", value: (row) => deliveryWords[row.state] ?? row.state },
  { id: "attempts", title: "Attempts", value: (row) => row.attempts, numeric: true },
  { id: "answer", title: "Server’s response", value: (row) => row.answer },
  { id: "ended", title: "Ended", value: (row) => row.ended },
]

const shape = z.object({
  state: z.enum(deliveryStates).exactOptional(),
  who: z.string().max(200).exactOptional(),
})

export function readReadersAddress(request: Request) {
  return readAddress(request, shape, columns)
}

/** The readers of an issue, each with the state of the mail. */
export async function readReaders(
  world: World,
  issue: number,
  { filter }: ReturnType<typeof readReadersAddress>,
  window: { limit: number; offset: number },
): Promise<{ rows: ReaderRow[]; total: number }> {
  const { rows, total } = await pageOfRecipients(world.db, { issue, ...filter }, window)
  return {
    total,
    rows: rows.map(({ endedAt, ...row }) => ({ ...row, ended: endedAt ? momentInWords(endedAt) : "" })),
  }
}

/** Parses the number of an issue in an address; returns 0, which no issue has, for anything else. */
export function issueId(param: string | undefined): number {
  return /^\d{1,15}$/.test(param ?? "") ? Number(param) : 0
}
