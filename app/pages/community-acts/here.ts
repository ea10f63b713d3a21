import { z } from "zod"
import { here } from "#domain/community/here.ts"
import { world } from "../../context.ts"
import { signedIn } from "../../session/signed-in.ts"
import type { Route } from "./+types/here"

const slug = z.string().max(80)
const askedShape = z.object({
  event: slug.nullish(),
  on: z.iso.date().nullish(),
  athletes: z
    .string()
    .max(100 * 81)
    .default("")
    .transform((list) => list.split(",").filter(Boolean).slice(0, 100)),
})

/** Who is here, for the signed-in member of a page that is the same for everybody; null for anybody else. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return Response.json({ code: "signed-out" })
  const asked = askedShape.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return Response.json({ code: "invalid" }, { status: 400 })
  const { event, on, athletes } = asked.data
  const session = event && on ? { event, on } : null
  return Response.json(await here(context.get(world), member.userId, { session, athletes }))
}
