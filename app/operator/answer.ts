import { data, redirect } from "react-router"

/** The result of an action for the page that sent it; shown by `Answered` in frame/answered.tsx. */
export interface Answer {
  ok: boolean
  text: string
  /** Nothing was done: a fresh second factor is needed, and the form is then sent again as it was. */
  proof?: true
}

const sentences: Record<string, string> = {
  not_allowed: "Your role does not include this.",
  busy: "Another command about it is still running. Nothing was done; try again in a moment.",
  changed: "Someone has changed it since. Look at it again.",
  already_undone: "This was already undone.",
}

/**
 * Turns a refusal into the response of an action, with 409. If a fresh second factor is needed, the page asks for it and
 * sends the form again; a form that was sent without scripts leads to a page that asks, and back.
 * @param words the sentences of the desk, by code
 */
export function refused(code: string, words: Record<string, string>, request: Request) {
  if (code === "proof_needed") {
    if (request.headers.get("sec-fetch-dest") === "empty")
      return data<Answer>({ ok: false, proof: true, text: "Confirm that it is you, and this is done." }, 403)
    const { pathname, search } = new URL(request.url)
    const back = `${pathname}${search}`.replace(/\.data(?=\?|$)/, "")
    return redirect(`/prove?next=${encodeURIComponent(back)}`)
  }
  // Of a double tap, only the second response is shown.
  if (code === "already_done")
    return data<Answer>({ ok: true, text: "Done, once. The second tap changed nothing." })
  const text = words[code] ?? sentences[code] ?? `This could not be done: ${code}.`
  return data<Answer>({ ok: false, text }, { status: 409 })
}
