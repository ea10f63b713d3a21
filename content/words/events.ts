import { z } from "zod"
import { pictureSrc } from "../artwork/address.ts"
import { longDate } from "../dates.ts"
import { events } from "../events.ts"
import { type CommunityEvent, eventShape } from "../schema.ts"
import { site } from "../site.ts"
import { kindOf, lineShape, uploadedShape } from "./kind.ts"

const entryShape = eventShape.extend({
  title: lineShape,
  location: lineShape,
  address: lineShape,
  distance: lineShape,
  description: z.string().trim().min(20).max(2000),
  spots: z.int().min(1).max(5000),
  startsAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  durationMin: z.int().min(5).max(1440),
  picture: uploadedShape.optional(),
})
/** An event with its rule. */
export type EventEntry = CommunityEvent & z.infer<typeof entryShape>

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/** "Every Tuesday & Thursday", or "March 15, 2025". */
function dateInWords(recurrence: CommunityEvent["recurrence"]): string {
  if (recurrence.kind === "once") return longDate(recurrence.on)
  if (recurrence.weekdays.length === 7) return "Every day"
  return `Every ${recurrence.weekdays.map((day) => weekdays[day - 1]).join(" & ")}`
}

/** "06:00" -> "6:00 AM". */
function timeInWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`
}

export const eventKind = kindOf<EventEntry>({
  title: "Events",
  one: "event",
  shape: entryShape,
  defaults: events,
  slugOf: ({ slug }) => slug,
  nameOf: ({ title }) => title,
  controls: [
    { name: "title", label: "Title", as: "line" },
    { name: "description", label: "What happens", as: "text" },
    { name: "weekdays", label: "Every", as: "weekdays", optional: true },
    { name: "on", label: "Or once, on", as: "day", hint: "Only without a weekday.", optional: true },
    { name: "startsAt", label: "Starts at", as: "time" },
    { name: "durationMin", label: "Minutes", as: "number" },
    { name: "location", label: "Place", as: "line" },
    { name: "address", label: "Address", as: "line" },
    { name: "distance", label: "Distance", as: "line", hint: "Such as “3-5 miles”." },
    { name: "spots", label: "Spots on each day", as: "number" },
    { name: "bring", label: "What to bring", as: "lines", hint: "One thing in each line.", optional: true },
    { name: "picture", label: "Picture", as: "picture", optional: true },
  ],
  fields: ({ recurrence, ...rest }) => ({
    ...rest,
    ...(recurrence.kind === "weekly" ? { weekdays: recurrence.weekdays } : { on: recurrence.on }),
  }),
  derive(fields, slug) {
    const { on, startsAt, bring = [], weekdays: chosen, picture } = fields
    const known = events.find((one) => one.slug === slug)
    const uploaded = uploadedShape.safeParse(picture)
    const days = Array.isArray(chosen) ? (chosen as number[]).toSorted((a, b) => a - b) : []
    const recurrence =
      days.length > 0 ? { kind: "weekly", weekdays: days } : { kind: "once", on: String(on ?? "") }
    const read = eventShape.shape.recurrence.safeParse(recurrence)
    return {
      id: known?.id ?? slug,
      slug,
      bring,
      timeZone: site.timeZone,
      image: uploaded.success
        ? uploaded.data.src
        : known
          ? pictureSrc("events", slug)
          : pictureSrc("pages", "community"),
      recurrence,
      date: read.success ? dateInWords(read.data) : "",
      time: timeInWords(String(startsAt ?? "")),
    }
  },
  part: "publishing",
  pages: () => ["/events"],
  grows: true,
})
