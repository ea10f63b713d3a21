import { z } from "zod"
import { consentText } from "#content/competition-consent.ts"
import { lookOf, lookText } from "#content/figures/looks.ts"
import { type ServiceName, serviceNames, services } from "#content/services.ts"
import { stateCookieOf } from "#domain/competition/intake/connections/addresses.ts"
import { invite } from "#domain/competition/intake/connections/connect.ts"
import { disconnect } from "#domain/competition/intake/connections/disconnect.ts"
import { changeMember, join } from "#domain/members/member.ts"
import { removePhoto } from "#domain/members/photo.ts"
import { profileFields } from "#domain/members/profile.ts"
import type { World } from "#domain/world.ts"
import { profileProblem } from "./competition/profile-labels.ts"
import { type Done, notJoined, type Refused, type Typed } from "./member-action.ts"

type Answer = Promise<Refused | Done | null>

/** Saves a form of the account page: its name says which, "connect-strava". */
export async function saveAccount(world: World, userId: string, typed: Typed): Answer {
  const { form = "" } = typed
  if (form === "join") return saveJoining(world, userId, typed)
  if (form === "figure") return saveFigure(world, userId, typed)
  if (form === "remove-photo") {
    const removed = await removePhoto(world, userId)
    return removed.ok ? null : notJoined
  }
  const [, what, named] = /^(connect|disconnect)-([a-z0-9]+)$/.exec(form) ?? []
  const source = serviceNames.find((name) => name === named)
  if (what === "connect" && source) return toService(world, userId, { source, typed })
  if (what === "disconnect" && source) return leaveService(world, userId, source)
  return { status: 422, code: "invalid", problem: "This form is not of this page. Load the page again." }
}

const joiningShape = z.object({
  ...profileFields,
  visibility: profileFields.visibility.default("public"),
  /** The exact text that was shown and agreed to. */
  consent: z.literal(consentText),
})

async function saveJoining(world: World, userId: string, typed: Typed): Answer {
  const read = joiningShape.safeParse({ ...typed, declaredTie: "declaredTie" in typed })
  if (!read.success) {
    const [issue] = read.error.issues
    const problem =
      issue?.path[0] === "consent"
        ? "Check the box at the end: you join by agreeing to it."
        : profileProblem(issue)
    return { status: 422, code: "invalid", problem }
  }
  const { consent, ...said } = read.data
  await join(world, { ...said, userId, consentText: consent })
  // A member who has already joined in another tab has what they wanted.
  return null
}

async function saveFigure(world: World, userId: string, typed: Typed): Answer {
  const { hair, hairColor, build, skin } = typed
  const chosen = [hair, hairColor, skin, build].join(".")
  const look = lookText(lookOf(chosen))
  if (look !== chosen)
    return { status: 422, code: "invalid", problem: "Choose one of the looks that are offered." }
  const changed = await changeMember(world, userId, { look })
  return changed.ok ? null : notJoined
}

/** On to the service's page, where the member gives consent. Only this browser can complete the connection. */
async function toService(
  world: World,
  userId: string,
  { source, typed }: { source: ServiceName; typed: Typed },
): Answer {
  const service = world.sources.services.get(source)
  const { title } = services[source]
  if (!service)
    return {
      status: 409,
      code: "source_off",
      problem: `${title} is not connected to this site. Import your activities as files instead.`,
    }
  const invited = await invite(world, service, userId, typed.consent || null)
  if (invited.ok) return { goTo: invited.url, cookie: stateCookieOf(world, source, invited.state) }
  if (invited.code === "not_joined") return notJoined
  return {
    status: 409,
    code: invited.code,
    problem: `First agree to the terms for ${title}. Load the page again if you do not see them.`,
  }
}

/** Also works while the operator has disabled the service. */
async function leaveService(world: World, userId: string, source: ServiceName): Answer {
  const done = await disconnect(world, source, userId)
  if (done.ok) return null
  return {
    status: 409,
    code: done.code,
    problem: `Your account is not connected to ${services[source].title}.`,
  }
}
