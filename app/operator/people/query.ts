import { z } from "zod"
import { pageOfPeople } from "#domain/operator/people/find.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import { readAddress } from "../list/address.ts"
import { columns, type PersonRow } from "./columns.tsx"

const shape = z.object({
  q: z.string().max(200).exactOptional(),
  kind: z.enum(["account", "athlete", "operator", "guest"]).exactOptional(),
})

export function readPeopleAddress(request: Request) {
  return readAddress(request, shape, columns)
}

export async function readPeople(
  world: World,
  { filter }: ReturnType<typeof readPeopleAddress>,
  window: { limit: number; offset: number },
): Promise<{ rows: PersonRow[]; total: number }> {
  const { rows, total } = await pageOfPeople(world.db, filter, { now: world.now(), ...window })
  return {
    total,
    rows: rows.map((one) => ({
      userId: one.userId,
      email: one.email,
      name: one.name,
      athlete: one.athlete,
      created: one.createdAt && momentInWords(one.createdAt),
      lastSignIn: one.lastSignInAt && momentInWords(one.lastSignInAt),
      state: [one.userId ? "account" : "no account", one.role, one.banned ? "banned" : null]
        .filter(Boolean)
        .join(", "),
    })),
  }
}
