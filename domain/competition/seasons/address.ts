import { z } from "zod"
import { personName } from "#domain/person-name.ts"

const line = (most: number) =>
  z
    .string("must be text")
    .trim()
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, "must not have invisible characters")
const needed = (most: number) => line(most).min(1, "must not be empty")
const optional = (most: number) =>
  line(most)
    .default("")
    .transform((text) => text || null)

/** Where a prize is sent, as the winner types it. */
export const addressShape = z.object({
  name: personName(100),
  line1: needed(100),
  line2: optional(100),
  city: needed(80),
  region: optional(80),
  postalCode: needed(20),
  /** One of `countryCodes`; addresses given before November 23, 2026 may have any two letters. */
  country: z
    .string("must be chosen from the list")
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "must be chosen from the list"),
})

export type Address = z.output<typeof addressShape>
