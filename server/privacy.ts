import { exportMember } from "#domain/members/member.ts"
import type { PersonalData } from "#domain/members/privacy.ts"

/**
 * Every part of the product that keeps something about people, in the order in which it is erased; the account goes
 * last. Whoever adds a table with a person in it adds an entry here.
 */
export const personalData: readonly PersonalData[] = [
  { name: "member", onExport: (db, person) => exportMember(db, person.id) },
]
