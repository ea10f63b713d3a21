import { z } from "zod"
import { type CheerPhrase, cheerRefusals, isCheerPhrase } from "#content/cheers.ts"
import { cheer, takeBack } from "#domain/community/cheer.ts"
import { cheeredDays } from "#domain/community/cheered-days.ts"
import { visit, world } from "../../context.ts"
import { signedIn } from "../../session/signed-in.ts"
import type { Route } from "./+types/cheers"

/** As many athletes as one page asks about. */
const mostAthletes = 100
const slugShape = z.string().max(80)
const dayShape = z.iso.date()

const askedShape = z.object({
  athletes: z
    .string()
    .max(mostAthletes * 81)
    .transform((list) => list.split(",").slice(0, mostAthletes)),
  days: z.coerce.number().int().min(1).max(60).default(1),
  until: dayShape.nullish(),
})

const sentShape = z.object({
  do: z.enum(["cheer", "take-back"]),
  athlete: slugShape,
  on: dayShape,
  phrase: z.custom<CheerPhrase>(isCheerPhrase).nullish(),
})

/** For one network: taking back and giving again costs no cheers, but work. */
const taps = { name: "cheers", calls: 120, seconds: 60 }
const tooMany = { code: "too_many", message: cheerRefusals.too_many }
/** With 200 for a page that only looks, because a browser whose cookie is missing gets one and asks again. */
const signedOut = (status: 200 | 401) => Response.json({ code: "signed-out" }, { status })
const invalid = () => Response.json({ code: "invalid" }, { status: 400 })

/** The signed-in member's view of the cheers of others, for pages that are the same for everybody. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return signedOut(200)
  const asked = askedShape.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return invalid()
  return Response.json(await cheeredDays(context.get(world), member.userId, asked.data))
}

/** A tap on such a page: cheers a day, or takes it back. */
export async function action({ request, context }: Route.ActionArgs) {
  const member = await signedIn(context)
  if (!member) return signedOut(401)
  if (!(await context.get(visit)?.take(taps))) return Response.json(tooMany, { status: 429 })
  const read = sentShape.safeParse(Object.fromEntries(await request.formData()))
  if (!read.success) return invalid()
  const { do: what, athlete, on, phrase = null } = read.data
  const current = context.get(world)
  const done =
    what === "take-back"
      ? await takeBack(current, member.userId, { athlete, on })
      : await cheer(current, member.userId, { athlete, on, phrase })
  if (done.ok) return Response.json({})
  return Response.json({ code: done.code, message: cheerRefusals[done.code] }, { status: 409 })
}
