/** Parameters as forms bring them: everything is text. */
import { z } from "zod"

export const text = (max = 5000) => z.string().min(1, "must not be empty").max(max, `at most ${max} letters`)

export const flag = z
  .enum(["true", "false"], { error: "must be true or false" })
  .transform((value) => value === "true")

export const whole = z
  .string()
  .regex(/^-?\d{1,12}$/, "must be a whole number")
  .transform(Number)

/** Up to 50 names of up to 40 letters with up to 500 letters each; an empty text takes a name away. */
export const metadata = z.union([
  z.literal("").transform(() => ({})),
  z
    .record(
      z.string().max(40, "names have at most 40 letters"),
      z.string().max(500, "values have at most 500 letters"),
    )
    .refine((given) => Object.keys(given).length <= 50, "at most 50 names"),
])

export const currency = z.enum(["usd", "eur", "gbp", "cad", "aud"], {
  error: "is not a currency of the sandbox",
})

export const address = z.url({ protocol: /^https?$/, error: "Not a valid URL" }).max(5000)

/** What every list takes. */
export const listing = {
  limit: whole.pipe(z.number().min(1, "must be from 1 to 100").max(100, "must be from 1 to 100")).default(10),
  starting_after: text().optional(),
  ending_before: text().optional(),
  created: z
    .union([
      whole.transform((at) => ({ gte: at, lte: at })),
      z.strictObject({
        gt: whole.optional(),
        gte: whole.optional(),
        lt: whole.optional(),
        lte: whole.optional(),
      }),
    ])
    .optional(),
}

/** `given` over what was there; names with an empty text go. */
export function mergeMetadata(
  before: Record<string, string>,
  given: Record<string, string> | undefined,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ""))
}
