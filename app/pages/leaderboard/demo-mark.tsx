import { Badge } from "../../ui/badge.tsx"

/** Labels sample data. */
export function DemoMark() {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <Badge loud>Demo data</Badge>
      <span className="text-muted">These athletes are invented and make way for the first real members.</span>
    </p>
  )
}
