import { fetchOwnOriginal } from "#domain/competition/originals/fetch.ts"
import { world } from "../../../context.ts"
import { signedIn } from "../../../signed-in.ts"
import type { Route } from "./+types/original"
import { attachment } from "./attachment.ts"

const refusals = {
  unknown_activity: "You have no such activity.",
  not_kept: "We have no original file for this activity.",
  unavailable: "We cannot find the original file. Import it again, and we will keep it.",
} as const

/**
 * The original file of one of the member's own activities: the bytes as they were sent, as a download that is never
 * displayed.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return said("Sign in first.", 401)
  const activityId = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0
  const found = await fetchOwnOriginal(context.get(world), member.userId, activityId)
  return found.ok ? attachment(found.original) : said(refusals[found.code], 404)
}

function said(sentence: string, status: number): Response {
  return new Response(sentence, { status, headers: { "content-type": "text/plain; charset=utf-8" } })
}
