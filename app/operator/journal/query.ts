import { z } from "zod"
import { pageOfJournal } from "#domain/operator/read-journal.ts"
import type { World } from "#domain/world.ts"
import { readAddress } from "../list/address.ts"
import { columnIds } from "./columns.tsx"
import { type JournalRow, toRow } from "./rows.ts"

const text = z.string().max(200).optional()

const shape = z.object({
  operator: text,
  command: text,
  subject: text,
  subjectId: text,
  person: text,
  batch: z.uuid().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})

export function readJournalAddress(request: Request) {
  return readAddress(request, shape, columnIds)
}

export async function readJournalRows(
  world: World,
  { filter }: ReturnType<typeof readJournalAddress>,
  window: { limit: number; offset: number },
): Promise<{ rows: JournalRow[]; total: number }> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  const { rows, total } = await pageOfJournal(world.db, given, window)
  return { rows: rows.map(toRow), total }
}
