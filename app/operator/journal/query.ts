import { z } from "zod"
import { pageOfJournal } from "#domain/operator/read-journal.ts"
import type { World } from "#domain/world.ts"
import { readAddress } from "../list/address.ts"
import { columns } from "./columns.tsx"
import { type JournalRow, toRow } from "./rows.ts"

const text = z.string().max(200).exactOptional()

const shape = z.object({
  operator: text,
  command: text,
  subject: text,
  subjectId: text,
  person: text,
  batch: z.uuid().exactOptional(),
  from: z.iso.date().exactOptional(),
  to: z.iso.date().exactOptional(),
})

export function readJournalAddress(request: Request) {
  return readAddress(request, shape, columns)
}

export async function readJournalRows(
  world: World,
  { filter }: ReturnType<typeof readJournalAddress>,
  window: { limit: number; offset: number },
): Promise<{ rows: JournalRow[]; total: number }> {
  const { rows, total } = await pageOfJournal(world.db, filter, window)
  return { rows: rows.map(toRow), total }
}
