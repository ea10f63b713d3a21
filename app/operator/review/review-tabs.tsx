import { Tabs } from "../frame/tabs.tsx"

const views = [
  { to: "/review", label: "Waiting", view: "waiting" },
  { to: "/review?view=appeals", label: "Objections", view: "appeals" },
  { to: "/review?view=leaders", label: "Suspicious leaders", view: "leaders" },
  { to: "/review?view=decided", label: "Decided", view: "decided" },
  { to: "/review/photos", label: "Photos", view: "photos" },
] as const

/** The views of the desk: four queues of activities, and members' photos. */
export function ReviewTabs({ view }: { view: (typeof views)[number]["view"] }) {
  return <Tabs label="Views" tabs={views.map((one) => ({ ...one, current: one.view === view }))} />
}
