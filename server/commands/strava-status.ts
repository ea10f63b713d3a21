import { standingAlarms } from "#domain/competition/intake/connections/alarm.ts"
import { remedies } from "#domain/competition/intake/connections/alarm-mail.ts"
import { connectionsStatus } from "#domain/competition/intake/connections/status.ts"
import type { Db } from "#ports/db.ts"

const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`

/** The output lines of `npm run strava -- status`, and whether Strava refuses this site. */
export async function stravaStatus(
  db: Db,
  now = () => new Date(),
): Promise<{ lines: string[]; refused: boolean }> {
  const alarms = await standingAlarms(db, "strava")
  const status = await connectionsStatus({ db, now }, "strava")
  const lines = alarms.flatMap(({ because, since, lastAt, refusals }) => [
    `ALARM ${because}: Strava ${remedies[because]}`,
    `  since ${moment(since)}, last at ${moment(lastAt)}, ${refusals} ${refusals === 1 ? "refusal" : "refusals"}`,
  ])
  if (alarms.length === 0) lines.push("Strava does not refuse this site.")
  const { connected, refused, refusedSince, comparedAt, waiting, windows, closedUntil } = status
  lines.push(`connected   ${connected}`)
  lines.push(
    `refused     ${refused}${refusedSince ? `, the first since ${moment(refusedSince)}: they were asked to connect again` : ""}`,
  )
  if (connected > 0)
    lines.push(`compared    ${comparedAt ? `every one since ${moment(comparedAt)}` : "not every one yet"}`)
  lines.push(`events      ${waiting} waiting`)
  for (const { name, used, most } of windows) lines.push(`requests    ${used} of ${most} this ${name}`)
  if (closedUntil) lines.push(`closed      until ${moment(closedUntil)}`)
  return { lines, refused: alarms.length > 0 }
}
