/**
 * Settings for the services that athletes connect (docs/sources.md). Each service is disabled until its first setting
 * is set.
 */
import { z } from "zod"
import { oneOf, url } from "./shapes.ts"

const id = z
  .string()
  .regex(/^[\w.-]+$/, "the id of the application")
  .optional()
const words = (what: string) => z.string().min(8, what).optional()

/** An application's id and secret at a service. */
function application<Name extends string>(name: Name, service: string, where: string) {
  type Id = `${Name}_CLIENT_ID`
  type Secret = `${Name}_CLIENT_SECRET`
  return {
    [`${name}_CLIENT_ID`]: {
      meaning: `Application registered at ${where}. ${service} is disabled without it.`,
      example: "0f1e2d3c-4b5a",
      shape: id,
    },
    [`${name}_CLIENT_SECRET`]: {
      meaning: `Client secret of the ${service} application.`,
      example: "0123456789abcdef0123456789abcdef",
      secret: true,
      shape: words("the client secret of the application"),
    },
  } as { [Key in Id]: { meaning: string; example: string; shape: typeof id } } & {
    [Key in Secret]: { meaning: string; example: string; secret: true; shape: ReturnType<typeof words> }
  }
}

/** The secret that webhooks contain or are signed with. */
const webhookSecret = (meaning: string) => ({
  meaning,
  example: "a-text-of-your-own",
  secret: true as const,
  shape: words("a text of at least 8 characters"),
})

export const sourceVariables = {
  SOURCES_SANDBOX: {
    meaning:
      "Address of the stand-ins (npm run sources:sandbox): every service below is tried out with them. Not in production.",
    example: "http://localhost:4010",
    shape: url("http", "https").optional(),
  },
  STRAVA_CLIENT_ID: {
    meaning:
      "Application registered at strava.com/settings/api. Strava is disabled until this and the next two are set.",
    example: "12345",
    shape: z.string().regex(/^\d+$/, "the number of the application").optional(),
  },
  STRAVA_CLIENT_SECRET: {
    meaning: "Client secret of the Strava application.",
    example: "0123456789abcdef0123456789abcdef01234567",
    secret: true,
    shape: z.string().min(8, "the client secret of the application").optional(),
  },
  STRAVA_VERIFY_TOKEN: {
    meaning:
      "Any text; Strava repeats it when it verifies the webhook address (npm run strava -- subscribe).",
    example: "a-text-of-your-own",
    secret: true,
    shape: z.string().min(8, "a text of at least 8 characters").optional(),
  },
  STRAVA_CLUB_ID: {
    meaning: "Strava club that winners must belong to. Without it, club membership is not checked.",
    example: "98765",
    shape: z.string().regex(/^\d+$/, "the number of the club").optional(),
  },
  STRAVA_DISPLAY: {
    meaning:
      "public shows athletes with data from Strava to everybody, which requires Strava's written permission; otherwise only members see them.",
    default: "members",
    example: "public",
    shape: oneOf("members", "public"),
  },
  STRAVA_BASE_URL: {
    meaning: "Address of Strava's API, which moves in 2027.",
    default: "https://www.strava.com/api/v3",
    example: "https://api-v3.strava.com",
    shape: url("http", "https"),
  },
  STRAVA_OAUTH_URL: {
    meaning: "Address of Strava's sign-in.",
    default: "https://www.strava.com/oauth",
    example: "https://www.strava.com/oauth",
    shape: url("http", "https"),
  },
  ...application("POLAR", "Polar", "admin.polaraccesslink.com"),
  ...application("WAHOO", "Wahoo", "developers.wahooligan.com"),
  WAHOO_WEBHOOK_TOKEN: webhookSecret(
    "The token that Wahoo shows beside the webhook's address, and repeats in each event.",
  ),
  ...application("INTERVALS", "Intervals.icu", "intervals.icu (by mail to its author)"),
  INTERVALS_WEBHOOK_SECRET: webhookSecret(
    "The webhook secret of the Intervals.icu application, which each event repeats.",
  ),
  ...application("CONCEPT2", "Concept2 Logbook", "log.concept2.com/developers"),
  CONCEPT2_BASE_URL: {
    meaning:
      "Address of the Concept2 Logbook; applications that are not approved yet use https://log-dev.concept2.com.",
    default: "https://log.concept2.com",
    example: "https://log-dev.concept2.com",
    shape: url("http", "https"),
  },
  ...application("SUUNTO", "Suunto", "apizone.suunto.com, with a partner contract"),
  SUUNTO_SUBSCRIPTION_KEY: {
    meaning: "Key of the subscription to Suunto's API, sent with every request.",
    example: "0123456789abcdef",
    secret: true,
    shape: words("the key of the subscription"),
  },
  SUUNTO_WEBHOOK_SECRET: webhookSecret("The secret with which Suunto signs its notifications."),
  ...application("COROS", "COROS", "open.coros.com, with a partner contract"),
  COROS_BASE_URL: {
    meaning: "Address of COROS's API; its test site is https://opentest.coros.com.",
    default: "https://open.coros.com",
    example: "https://opentest.coros.com",
    shape: url("http", "https"),
  },
  ...application("GARMIN", "Garmin Connect", "developer.garmin.com, for companies"),
} as const

type Name = keyof typeof sourceVariables

/** Settings that require other settings. */
export const sourceNeeds: readonly [Name, Name[]][] = [
  ["STRAVA_CLIENT_ID", ["STRAVA_CLIENT_SECRET", "STRAVA_VERIFY_TOKEN"]],
  ["POLAR_CLIENT_ID", ["POLAR_CLIENT_SECRET"]],
  ["WAHOO_CLIENT_ID", ["WAHOO_CLIENT_SECRET", "WAHOO_WEBHOOK_TOKEN"]],
  ["INTERVALS_CLIENT_ID", ["INTERVALS_CLIENT_SECRET", "INTERVALS_WEBHOOK_SECRET"]],
  ["CONCEPT2_CLIENT_ID", ["CONCEPT2_CLIENT_SECRET"]],
  ["SUUNTO_CLIENT_ID", ["SUUNTO_CLIENT_SECRET", "SUUNTO_SUBSCRIPTION_KEY", "SUUNTO_WEBHOOK_SECRET"]],
  ["COROS_CLIENT_ID", ["COROS_CLIENT_SECRET"]],
  ["GARMIN_CLIENT_ID", ["GARMIN_CLIENT_SECRET"]],
]
