import { z } from "zod"
import type { ServiceEvent, Verified } from "#ports/services.ts"
import { equal } from "#primitives/secrets.ts"
import { idShape } from "../protocol/grant.ts"
import { parsed } from "../protocol/parsed.ts"

const fileShape = z.object({
  userId: z.string(),
  activityId: idShape.nullish(),
  summaryId: idShape,
  fileType: z.string().nullish(),
  callbackURL: z.string(),
  deviceName: z.string().max(100).nullish(),
  manual: z.boolean().nullish(),
})

const eventShape = z.object({
  activityFiles: z.array(fileShape).optional(),
  deregistrations: z.array(z.object({ userId: z.string() })).optional(),
})

/** The announcement's information about the file. */
export const hintShape = z.object({ url: z.string().optional(), device: z.string().optional() })

/**
 * Garmin's webhook. Nothing is signed and only a header names the application, so the address is secret and every file
 * is fetched with the athlete's own token. Summaries pushed without a file are ignored, because they cannot be fetched.
 */
export async function verifyGarmin(clientId: string, request: Request): Promise<Verified> {
  if (request.method !== "POST") return { ok: false, code: "invalid_event" }
  if (!equal(request.headers.get("garmin-client-id") ?? "", clientId))
    return { ok: false, code: "wrong_secret" }
  const read = eventShape.safeParse(parsed(await request.text()))
  if (!read.success) return { ok: false, code: "invalid_event" }
  const { activityFiles = [], deregistrations = [] } = read.data
  const files = activityFiles
    .filter(({ fileType }) => (fileType ?? "FIT").toUpperCase() === "FIT")
    .map(eventOf)
  const ends = deregistrations.map(
    ({ userId }): ServiceEvent => ({
      id: `${userId} deregistered`,
      accountId: userId,
      about: { kind: "deauthorized" },
    }),
  )
  return { ok: true, events: [...files, ...ends], answer: {} }
}

function eventOf(file: z.output<typeof fileShape>): ServiceEvent {
  const externalId = file.activityId ?? file.summaryId
  const hint = JSON.stringify({
    url: file.callbackURL,
    ...(file.deviceName ? { device: file.deviceName } : {}),
  })
  // The URL differs for each version of the file.
  const token = URL.parse(file.callbackURL)?.search ?? ""
  return {
    id: `${file.userId} ${file.summaryId} ${token}`.slice(0, 200),
    accountId: file.userId,
    about: { kind: "activity", externalId, hint },
  }
}
