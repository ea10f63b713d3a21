/** The roles of operators (domain/operator/roles.ts). */
export const operatorRoles = ["owner", "helper", "moderator", "writer", "host"] as const

export type OperatorRole = (typeof operatorRoles)[number]

/** The roles whose rights each role has. */
const rights: Record<OperatorRole, readonly OperatorRole[]> = {
  owner: operatorRoles,
  helper: ["helper", "moderator"],
  moderator: ["moderator"],
  /** Drafts articles; an owner publishes them. */
  writer: ["writer"],
  /** Runs the sessions of own events, and sees nobody else's. */
  host: ["host"],
}

/** Whether the role includes the rights of the required one. */
export function includesRole(role: OperatorRole, needed: OperatorRole): boolean {
  return rights[role].includes(needed)
}
