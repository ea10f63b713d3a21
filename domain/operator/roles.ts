/** `owner` may do everything, roles included; `helper` reviews activities, reads the inbox and checks people in. */
export type Role = "owner" | "helper"

/** A person who runs the site, as the console session or the shell identifies them. */
export interface Operator {
  /** The account; null in a shell. */
  id: string | null
  /** The mail address; in a shell, the user of the system. */
  name: string
  role: Role
  /** The console session; null in a shell. */
  sessionId: string | null
  /** When a second factor was last entered. */
  provenAt: Date
  /** The press of a button that this request comes from: what a command did for it, it does not do again. Absent in a shell. */
  press?: string
  /** Every command is rolled back: it only answers what it would do. */
  rehearses?: true
}

/** Whoever has a shell on the server has the database as well, so no role is checked. */
export function shellOperator(user: string, now: Date): Operator {
  return { id: null, name: user, role: "owner", sessionId: null, provenAt: now }
}

/** How long after its second factor an operator may move money, erase data and change roles. */
const proofMinutes = 10

export function isRole(value: unknown): value is Role {
  return value === "owner" || value === "helper"
}

/** Whether the role includes what the other one is required for. */
export function holds(role: Role, needed: Role): boolean {
  return role === "owner" || needed === "helper"
}

export function isProven({ provenAt }: Operator, now: Date): boolean {
  return now.getTime() - provenAt.getTime() < proofMinutes * 60_000
}
