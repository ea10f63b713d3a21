import { type Finish, finishInWords } from "#content/finish.ts"

/** The member's progress toward being a finisher; nothing if there is nothing to show. */
export function FinishLine({ finish }: { finish: Finish | undefined }) {
  const words = finish && finishInWords(finish)
  return words ? <p className="figures mt-1 text-small leading-snug">{words}.</p> : null
}
