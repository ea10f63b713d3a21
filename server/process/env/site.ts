import { z } from "zod"
import { isTimeZone } from "#primitives/zones.ts"

const line = (longest: number, wanted: string) =>
  z
    .string(wanted)
    .max(longest, wanted)
    .regex(/^[^\p{Cc}<>{}]+$/u, wanted)

/**
 * What the site calls itself. content/own-site.ts reads these from the environment, because pages and mails name them
 * everywhere; here they are checked before anything does.
 */
export const siteVariables = {
  SITE_NAME: {
    meaning: "The name of the site, on every page and in every email. Default: B4M.",
    example: "'Harbor Athletes'",
    shape: line(40, "a name of at most 40 characters, without < > { }").optional(),
  },
  SITE_SUPPORT_EMAIL: {
    meaning:
      "The address that pages and emails name for questions. Default: a sample one at which nobody reads.",
    example: "support@b4m.example",
    shape: z.email("an email address").optional(),
  },
  SITE_POSTAL_ADDRESS: {
    meaning:
      "The postal address in emails, which the law requires, and in the legal documents. Default: a sample one.",
    example: "'Harbor Athletes, 12 Pier Road, Portland, ME 04101, USA'",
    shape: line(200, "an address in one line of at most 200 characters").optional(),
  },
  SITE_TIME_ZONE: {
    meaning:
      "Time zone of seasons, sessions and dates in emails; it cannot change once somebody has joined. Default: America/Los_Angeles.",
    example: "Europe/Berlin",
    shape: z.string().refine(isTimeZone, "the name of a time zone").optional(),
  },
}
