import { kindWords } from "#content/activity-kinds.ts"
import { reasons } from "#content/reasons.ts"
import type { Reviewed } from "#domain/competition/review/review.ts"
import { momentInWords } from "#domain/site-clock.ts"

/** An activity of the queue as plain text, for the page and for the CSV file. */
export interface ReviewRow {
  id: number
  athlete: string
  what: string
  kind: string
  started: string
  received: string
  movingMin: number
  km: number
  kmh: number
  source: string
  why: string
  signs: string[]
  /** Another operator who is looking at it now. */
  lookedAtBy: string
  status: Reviewed["status"]
  decision: Reviewed["decision"]
  /** The open objection: when it was sent, when the reply is due, and whether that has passed. */
  objected: string
  due: string
  overdue: boolean
}

export function toRow(one: Reviewed, now: Date, lookedAtBy = ""): ReviewRow {
  const { objection } = one
  return {
    id: one.id,
    athlete: one.athleteName,
    what: one.name ?? kindWords[one.kind].noun,
    kind: kindWords[one.kind].noun,
    started: momentInWords(one.startedAt),
    received: momentInWords(one.receivedAt),
    movingMin: Math.round(one.movingS / 60),
    km: Math.round(one.distanceM / 100) / 10,
    kmh: one.movingS > 0 ? Math.round((one.distanceM / one.movingS) * 36) / 10 : 0,
    source: one.source,
    why: reasons[one.reason],
    signs: one.signs,
    lookedAtBy,
    status: one.status,
    decision: one.decision,
    objected: objection ? momentInWords(objection.at) : "",
    due: objection ? momentInWords(objection.dueAt) : "",
    overdue: objection !== null && objection.dueAt <= now,
  }
}
