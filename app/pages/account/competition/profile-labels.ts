/** The labels of a profile's fields, which error messages use as well. */
export const profileLabels = {
  displayName: "Name on the boards",
  visibility: "Who can see me",
  units: "Distances in",
  timeZone: "Time zone",
} as const

/** "Name on the boards must not be empty" */
export function profileProblem(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const [field = ""] = issue?.path ?? []
  const labels: Record<string, string> = profileLabels
  return `${labels[String(field)] ?? "A field"} ${issue?.message}`
}
