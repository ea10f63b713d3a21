import { z } from "zod"
import { pageOfPrizes } from "#domain/operator/read-seasons.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { readAddress } from "../list/address.ts"
import { columns, type PrizeRow } from "./prize-columns.tsx"

const shape = z.object({
  status: z.enum(["awarded", "unpaid", "ready", "shipped"]).exactOptional(),
  season: z.string().max(100).exactOptional(),
})

export function readPrizeAddress(request: Request) {
  return readAddress(request, shape, columns)
}

export async function readPrizes(
  world: World,
  { filter }: ReturnType<typeof readPrizeAddress>,
  window: { limit: number; offset: number },
): Promise<{ rows: PrizeRow[]; total: number }> {
  const { rows, total } = await pageOfPrizes(world.db, filter, window)
  return { total, rows: rows.map(toPrizeRow) }
}

/** A prize as plain text, for the list, its page and the CSV file. */
export function toPrizeRow(one: Awaited<ReturnType<typeof pageOfPrizes>>["rows"][number]): PrizeRow {
  const { address } = one
  return {
    id: one.id,
    season: one.season,
    place: one.team ?? one.place,
    title: one.title,
    athlete: one.athlete,
    status: one.status,
    name: address?.name ?? null,
    line1: address?.line1 ?? null,
    line2: address?.line2 ?? null,
    city: address?.city ?? null,
    region: address?.region ?? null,
    postalCode: address?.postalCode ?? null,
    country: address?.country ?? null,
    claimUntil: momentInWords(one.claimUntil),
    shipped: one.shippedAt && `${momentInWords(one.shippedAt)}${one.shippedBy ? ` by ${one.shippedBy}` : ""}`,
    tracking: one.tracking,
  }
}
