/** Form parameters: every value is text. */
import { z } from "zod"

export const text = (max = 5000) => z.string().min(1, "must not be empty").max(max, `at most ${max} letters`)

export const flag = z
  .enum(["true", "false"], { error: "must be true or false" })
  .transform((value) => value === "true")

export const whole = z
  .string()
  .regex(/^-?\d{1,12}$/, "must be a whole number")
  .transform(Number)

/** Up to 50 names of up to 40 characters, with values of up to 500 characters; an empty value removes the name. */
export const metadata = z.union([
  z.literal("").transform(() => ({})),
  z
    .record(
      z.string().max(40, "names have at most 40 letters"),
      z.string().max(500, "values have at most 500 letters"),
    )
    .refine((given) => Object.keys(given).length <= 50, "at most 50 names"),
])

export const address = z.url({ protocol: /^https?$/, error: "Not a valid URL" }).max(5000)

/** The parameters of every list endpoint. */
export const listing = {
  limit: whole.pipe(z.number().min(1, "must be from 1 to 100").max(100, "must be from 1 to 100")).default(10),
}

/** Merges `given` into `before`; names with an empty value are removed. */
export function mergeMetadata(
  before: Record<string, string>,
  given: Record<string, string> | undefined,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ""))
}
