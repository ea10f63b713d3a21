import { runRecords } from "#content/fair-play.ts"

/** World-record time for any distance: interpolated in log-log space, beyond the last record at its pace. */
export function runRecordSeconds(meters: number): number {
  let [lowM, lowS] = runRecords[0] as (typeof runRecords)[number]
  for (const [highM, highS] of runRecords) {
    if (meters <= highM) {
      if (highM === lowM) return (highS * meters) / highM
      const share = (Math.log(meters) - Math.log(lowM)) / (Math.log(highM) - Math.log(lowM))
      return Math.exp(Math.log(lowS) + share * (Math.log(highS) - Math.log(lowS)))
    }
    lowM = highM
    lowS = highS
  }
  return (lowS * meters) / lowM
}
