import { data, type RouterContextProvider } from "react-router"
import { z } from "zod"
import { setNoticePreferences } from "#domain/competition/notices/preferences.ts"
import { changeMember } from "#domain/members/member.ts"
import { profileFields } from "#domain/members/profile.ts"
import { world } from "../../../context.ts"
import { signedIn } from "../../../signed-in.ts"
import { notices } from "./notices.ts"

/** What the fields of a form held when it was sent: texts by name; a box that is not ticked is absent. */
type Typed = Record<string, string>

/** `form` is the one that was sent, so that the other one stays as it is. */
export type Saved =
  | { ok: true; form: string; typed: Typed }
  | { ok: false; form: string; typed: Typed; code: "signed-out" | "not-joined" | "invalid"; problem: string }

/** What came of a form; without an answer of the site, why there is none. */
export type Answered = Saved | { ok: false; code: "unreachable" | "failed" | "away" }

const profileShape = z.object(profileFields)

const signedOut =
  "You were signed out, so nothing was saved. Everything you typed is still here: sign in again, then save it."
const notJoined = "Join the competition first."
const labels: Record<string, string> = {
  displayName: "Name on the boards",
  visibility: "Who can see me",
  units: "Distances in",
  timeZone: "Time zone",
}

/** Saves one of the page's forms. What cannot be saved comes back as it was typed, with the reason. */
export async function answer(request: Request, context: Readonly<RouterContextProvider>) {
  const sent = await request.formData()
  const typed: Typed = {}
  for (const [name, value] of sent) if (typeof value === "string") typed[name] = value.slice(0, 200)
  const form = typed.form === "notices" ? "notices" : "profile"
  const refused = (status: number, code: (Saved & { ok: false })["code"], problem: string) =>
    data<Saved>({ ok: false, form, typed, code, problem }, { status })

  const member = await signedIn(context)
  if (!member) return refused(401, "signed-out", signedOut)
  const current = context.get(world)
  if (form === "notices") {
    const [passed, seasonEnds, prizeWaits] = notices.map(({ name }) => sent.has(name)) as [
      boolean,
      boolean,
      boolean,
    ]
    const done = await setNoticePreferences(current, member.userId, { passed, seasonEnds, prizeWaits })
    return done.ok ? data<Saved>({ ok: true, form, typed }) : refused(409, "not-joined", notJoined)
  }
  const read = profileShape.safeParse({ ...typed, declaredTie: sent.has("declaredTie") })
  if (!read.success) {
    const [issue] = read.error.issues
    return refused(422, "invalid", `${labels[String(issue?.path[0])] ?? "A field"} ${issue?.message}`)
  }
  const change = { ...read.data, showsLooking: sent.has("showsLooking") }
  const done = await changeMember(current, member.userId, change)
  return done.ok ? data<Saved>({ ok: true, form, typed }) : refused(409, "not-joined", notJoined)
}
