import { z } from "zod"
import { personName } from "#domain/person-name.ts"
import { isTimeZone } from "#primitives/zones.ts"

/** A member's choices about how they are shown, when joining and later; each can be changed individually. */
export const profileFields = {
  displayName: personName(60),
  visibility: z.enum(["public", "members", "hidden"], "must be public, members or hidden"),
  units: z.enum(["metric", "imperial"], "must be metric or imperial"),
  declaredTie: z.boolean("must be true or false"),
  timeZone: z.string().max(60).refine(isTimeZone, "must be a time zone such as America/Los_Angeles"),
}
