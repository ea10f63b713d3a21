import type { Typed } from "../member-action.ts"

/** The fields of a profile as they were typed. */
export function profileIn(typed: Typed) {
  return {
    displayName: typed.displayName ?? "",
    visibility: typed.visibility ?? "",
    units: typed.units ?? "",
    timeZone: typed.timeZone ?? "",
    declaredTie: typed.declaredTie !== undefined,
  }
}
