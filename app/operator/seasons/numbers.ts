import { z } from "zod"

/** A whole number of a form. @param field its label */
export const wholeNumber = (field: string, least: number, most: number) => {
  const message = `${field}: enter a whole number from ${least} to ${most}.`
  return z.coerce.number(message).int(message).min(least, message).max(most, message)
}

/** The same; an empty field is null. */
export const orNone = (field: string, least: number, most: number) =>
  z
    .literal("")
    .transform(() => null)
    .or(wholeNumber(field, least, most))
