/** The roles of operators; each includes those after it (domain/operator/roles.ts). */
export const operatorRoles = ["owner", "helper", "moderator"] as const

export type OperatorRole = (typeof operatorRoles)[number]

/** Whether the role includes the rights of the required one. */
export function includesRole(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) <= operatorRoles.indexOf(needed)
}
