/** The views of the desk. */
export function newsletterTabs(current: string) {
  return [
    { to: "/newsletters", label: "Issues" },
    { to: "/newsletters/subscribers", label: "Subscribers" },
    { to: "/newsletters/import", label: "Import" },
  ].map((tab) => ({ ...tab, current: tab.to === current }))
}
