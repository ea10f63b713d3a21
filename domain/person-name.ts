import { z } from "zod"
import { nameProblem } from "#primitives/person-name.ts"

/** The name of a person as a function's input, trimmed. @param most characters */
export function personName(most: number) {
  return (
    z
      .string("must be text")
      .trim()
      // Composed, so that letters with accents stay in the site's fonts.
      .normalize("NFC")
      .max(most, `must have at most ${most} characters`)
      .superRefine((name, { addIssue }) => {
        const problem = nameProblem(name)
        if (problem) addIssue(problem)
      })
  )
}
