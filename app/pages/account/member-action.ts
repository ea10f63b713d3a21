import { data, type RouterContextProvider } from "react-router"
import type { SignedIn } from "#domain/members/session.ts"
import { signedIn } from "../../signed-in.ts"

/** The submitted fields of a form: texts by name; an unchecked box is absent. */
export type Typed = Record<string, string>

/** Why something was not saved, in a sentence for the member. */
export interface Refused {
  status: number
  code: string
  problem: string
}

/** What happens after a form is saved: a redirect to another service, or a note about what else could not be done. */
export interface Done {
  goTo?: string
  note?: string
  /** A Set-Cookie header, which no script reads. */
  cookie?: string
}

/** Characters of one field, with room for line breaks that the browser sends as two. */
const longest = 4_000

/** `form` is the one that was sent, so that the others of the page stay as they are. */
export type Saved =
  | ({ ok: true; form: string; typed: Typed } & Omit<Done, "cookie">)
  | ({ ok: false; form: string; typed: Typed } & Omit<Refused, "status">)

/** The outcome of a form or, if the site did not respond, the reason. */
export type Answered = Saved | { ok: false; form: string; code: "unreachable" | "failed" | "away" }

/** The response to every form of an account that has not joined the competition. */
export const notJoined: Refused = { status: 409, code: "not-joined", problem: "Join the competition first." }

const signedOut: Refused = {
  status: 401,
  code: "signed-out",
  problem:
    "You were signed out, so nothing was saved. Everything you typed is still here: sign in again, then save it.",
}

/**
 * The action of a member's page. What cannot be saved comes back as it was typed, with the reason; so does all when nobody is signed in.
 * @param save saves what was sent; returns why it did not, or where the member goes next, or null
 */
export async function memberAction(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  save: (member: SignedIn, typed: Typed) => Promise<Refused | Done | null>,
) {
  const typed: Typed = {}
  for (const [name, value] of await request.formData())
    if (typeof value === "string") typed[name] = value.slice(0, longest)
  const { form = "" } = typed
  const member = await signedIn(context)
  const done = member ? await save(member, typed) : signedOut
  if (!done || !("problem" in done)) {
    const { cookie, ...next } = done ?? {}
    return data<Saved>(
      { ok: true, form, typed, ...next },
      cookie ? { headers: { "set-cookie": cookie } } : undefined,
    )
  }
  const { status, code, problem } = done
  return data<Saved>({ ok: false, form, typed, code, problem }, { status })
}
