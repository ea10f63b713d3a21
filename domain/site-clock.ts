import { site } from "#content/site.ts"

/** "November 21, 2026", in the site's time zone. */
export function dayInWords(at: Date): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: site.timeZone }).format(at)
}

/** "Nov 22, 2026, 4:00 AM", in the site's time zone. */
export function momentInWords(at: Date): string {
  return new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: site.timeZone,
  }).format(at)
}
