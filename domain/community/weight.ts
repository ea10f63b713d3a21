/** What became of a reporter's last 100 reports that a person has decided. */
export interface ReporterRecord {
  agreed: number
  declined: number
}

/** Reports that together weigh this much, from at least `leastPeople`, hide their subject until a moderator looks. */
const hidingWeight = 3
const leastPeople = 2

/** An account that joined more recently weighs nothing: a person looks at what it reports. */
const newDays = 14

/**
 * How much a member's report weighs: 0.5 for somebody without a record, 1 when moderators mostly agreed, 1.5 from five
 * agreements with an accuracy of 80 percent, and 0.25 when most of at least three were wrong. Nothing for an account that
 * joined within two weeks, because accounts can be made in any number.
 * @param joinedDays days since the member joined
 */
export function weightOf({ agreed, declined }: ReporterRecord, joinedDays: number): number {
  if (joinedDays < newDays) return 0
  const decided = agreed + declined
  const share = decided === 0 ? 0 : agreed / decided
  if (agreed >= 5 && share >= 0.8) return 1.5
  if (decided >= 3 && share < 0.5) return 0.25
  return agreed > 0 && share >= 0.5 ? 1 : 0.5
}

/** Of the reports from one network only the heaviest weighs, so that one household is one voice. */
export function isEnoughToHide(reports: readonly { weight: number; network: string | null }[]): boolean {
  const byNetwork = new Map<string, number>()
  for (const [index, { weight, network }] of reports.entries()) {
    if (weight <= 0) continue
    const key = network ?? `unknown ${index}`
    byNetwork.set(key, Math.max(weight, byNetwork.get(key) ?? 0))
  }
  const weights = [...byNetwork.values()]
  return weights.length >= leastPeople && weights.reduce((sum, weight) => sum + weight, 0) >= hidingWeight
}
