import { includesRole, type OperatorRole, operatorRoles } from "#content/operator-roles.ts"

/**
 * `owner` may do everything, roles included; `helper` reviews activities, reads the inbox and checks people in, and may do
 * what a `moderator` may: decide reports, mute and reply to objections, without seeing personal data. `writer` drafts
 * articles. `host` runs the sessions of own events (private.event_hosts).
 */
export type Role = OperatorRole

export const roles = operatorRoles

/** A person who runs the site, as the console session or the shell identifies them. */
export interface Operator {
  /** The account; null in a shell. */
  id: string | null
  /** The mail address; in a shell, the operating system's user. */
  name: string
  role: Role
  /** The console session; null in a shell. */
  sessionId: string | null
  /** When a second factor was last verified. */
  provenAt: Date
  /** The button press that caused this request: a command runs only once per press. Absent in a shell. */
  press?: string
  /** Every command is rolled back, and only returns what it would do. */
  rehearses?: true
}

/** Anyone with a shell on the server also has the database, so no role is checked. */
export function shellOperator(user: string, now: Date): Operator {
  return { id: null, name: user, role: "owner", sessionId: null, provenAt: now }
}

/** How long after its second factor an operator may move money, erase data and change roles. */
const proofMinutes = 10

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value)
}

/** Whether the role includes the rights of the required one. */
export function holds(role: Role, needed: Role): boolean {
  return includesRole(role, needed)
}

export function isProven({ provenAt }: Operator, now: Date): boolean {
  return now.getTime() - provenAt.getTime() < proofMinutes * 60_000
}
