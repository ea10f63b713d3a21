import { type Finish, finishInWords } from "#content/finish.ts"

/** How far the member is toward being a finisher; nothing where that says nothing. */
export function FinishLine({ finish }: { finish: Finish | undefined }) {
  const words = finish && finishInWords(finish)
  return words ? <p className="figures mt-1 text-small leading-snug">{words}.</p> : null
}
