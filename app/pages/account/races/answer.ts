import { redirect } from "react-router"
import { z } from "zod"
import { createPrivateRace, privateRaceFields } from "#domain/competition/private-races/create.ts"
import { enterPrivateRace } from "#domain/competition/private-races/invitation.ts"
import { leavePrivateRace } from "#domain/competition/private-races/leave.ts"
import type { World } from "#domain/world.ts"
import { saveAccount } from "../answer.ts"
import { notJoined, type Refused, type Typed } from "../member-action.ts"
import { privateRaceProblems } from "./words.ts"

const shape = z.object({ form: z.literal("create"), ...privateRaceFields })

/** Creates a private race, and goes to its page. */
export async function saveNewRace(world: World, userId: string, typed: Typed): Promise<Refused> {
  const read = shape.safeParse(typed)
  if (!read.success)
    return { status: 422, code: "invalid", problem: "Choose a length and a first day from the lists." }
  const made = await createPrivateRace(world, { userId, from: read.data.from, days: read.data.days })
  if (made.ok) throw redirect(`/account/races/${made.name}`)
  return refusal(made.code)
}

/** Leaves a private race, and goes to the list of the others. */
export async function saveLeaving(
  world: World,
  userId: string,
  name: string,
  typed: Typed,
): Promise<Refused> {
  if (typed.form !== "leave") return invalid
  const left = await leavePrivateRace(world, { userId, name })
  if (left.ok) throw redirect("/account/races")
  return refusal(left.code)
}

/**
 * Enters the race of a link, and goes to its page. Whoever joins the competition by it enters, too, and goes to the steps of their
 * first day.
 */
export async function saveEntering(
  world: World,
  userId: string,
  secret: string,
  typed: Typed,
): Promise<Refused> {
  if (typed.form !== "join" && typed.form !== "enter") return invalid
  if (typed.form === "join") {
    const refused = await saveAccount(world, userId, typed)
    if (refused && "problem" in refused) return refused
  }
  const entered = await enterPrivateRace(world, { secret, userId })
  if (entered.ok) throw redirect(typed.form === "join" ? "/account" : `/account/races/${entered.name}`)
  return refusal(entered.code)
}

const invalid: Refused = {
  status: 422,
  code: "invalid",
  problem: "This form is not of this page. Load the page again.",
}

function refusal(code: "not_joined" | keyof typeof privateRaceProblems): Refused {
  if (code === "not_joined") return notJoined
  return { status: 409, code, problem: privateRaceProblems[code] }
}
