import { Badge } from "../../ui/badge.tsx"

/** Labels sample data. */
export function DemoMark() {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <Badge loud>Demo data</Badge>
      <span className="text-muted">Invented athletes train here until the first members do.</span>
    </p>
  )
}
