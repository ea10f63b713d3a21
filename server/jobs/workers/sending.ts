import { checkSending, wrongRecords } from "#domain/operator/sending-check.ts"
import type { Env } from "../../process/env.ts"
import { type Deadline, everyMinutes } from "../deadline.ts"

const nextMinute = everyMinutes(1)
const nextHour = everyMinutes(60)

/** Looks up every hour whether mail of this site can arrive, for Today. Empty while mail is kept as files. */
export function sendingDeadlines({ SMTP_URL }: Pick<Env, "SMTP_URL">): Deadline[] {
  if (SMTP_URL === undefined) return []
  return [
    {
      name: "sending-check",
      next: async (world, after) =>
        (await wrongRecords(world.db)) ? nextHour(world, after) : nextMinute(world, after),
      run: (world) => checkSending(world),
    },
  ]
}
