import { data, redirect } from "react-router"

/** What an action tells the page it came from; shown by `Answered` in frame/answered.tsx. */
export interface Answer {
  ok: boolean
  text: string
}

const sentences: Record<string, string> = {
  not_allowed: "Your role does not include this.",
}

/**
 * Turns a refusal into the answer of an action, with 409; what needs a fresh second factor leads to its page and back.
 * @param words the sentences of the desk, by code
 */
export function refused(code: string, words: Record<string, string>, request: Request) {
  if (code === "proof_needed") {
    const { pathname, search } = new URL(request.url)
    const back = `${pathname}${search}`.replace(/\.data(?=\?|$)/, "")
    return redirect(`/prove?next=${encodeURIComponent(back)}`)
  }
  const text = words[code] ?? sentences[code] ?? `This could not be done: ${code}.`
  return data<Answer>({ ok: false, text }, { status: 409 })
}
