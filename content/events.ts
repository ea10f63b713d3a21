import { pictureSrc } from "./artwork/address.ts"
import type { CommunityEvent } from "./schema.ts"
import { site } from "./site.ts"

const { timeZone } = site

/** The four events. Spots are counted per occurrence, also of a weekly event. */
export const events = [
  {
    id: "1",
    slug: "sunrise-run",
    title: "Sunrise Run",
    date: "Every Tuesday & Thursday",
    time: "6:00 AM",
    location: "Back Bay Loop, Newport Beach",
    address: "Back Bay Loop Trailhead, Newport Beach, CA",
    distance: "3-5 miles",
    description:
      "Easy miles before work along the bay. Two pace groups, one of them truly conversational, and coffee at the end. Nobody gets left at the back.",
    spots: 25,
    image: pictureSrc("events", "sunrise-run"),
    timeZone,
    startsAt: "06:00",
    durationMin: 60,
    recurrence: { kind: "weekly", weekdays: [2, 4] },
    bring: ["A light in the winter months", "Water", "A layer for coffee afterward"],
  },
  {
    id: "2",
    slug: "saturday-long-run",
    title: "Saturday Long Run",
    date: "Every Saturday",
    time: "7:00 AM",
    location: "Santa Ana River Trail, Costa Mesa",
    address: "Santa Ana River Trail at Moon Park, Costa Mesa, CA",
    distance: "8-14 miles",
    description:
      "The big one of the week. Out and back on the river trail, so you can turn around wherever your plan says. Water at mile four and at the turnaround, pacers from 8 to 11 minutes a mile.",
    spots: 40,
    image: pictureSrc("events", "saturday-long-run"),
    timeZone,
    startsAt: "07:00",
    durationMin: 150,
    recurrence: { kind: "weekly", weekdays: [6] },
    bring: ["Whatever you eat on race day", "A water bottle", "Sunscreen"],
  },
  {
    id: "3",
    slug: "triathlon-brick-session",
    title: "Triathlon Brick Session",
    date: "March 15, 2025",
    time: "8:00 AM",
    location: "Corona del Mar State Beach",
    address: "Corona del Mar State Beach, Corona del Mar, CA",
    distance: "20 mile bike + 3 mile run",
    description:
      "Ride steady, rack the bike, run straight off it. We set up a small transition area and practice it three times, because those are the cheapest seconds you will ever find.",
    spots: 15,
    image: pictureSrc("events", "triathlon-brick-session"),
    timeZone,
    startsAt: "08:00",
    durationMin: 150,
    recurrence: { kind: "once", on: "2025-03-15" },
    bring: ["A roadworthy bike and a helmet", "Running shoes", "A towel for your spot in transition"],
  },
  {
    id: "4",
    slug: "sunday-recovery-session",
    title: "Sunday Recovery Session",
    date: "Every Sunday",
    time: "10:00 AM",
    location: "TeWinkle Park, Costa Mesa",
    address: "TeWinkle Park, 970 Arlington Dr, Costa Mesa, CA",
    distance: "No miles required",
    description:
      "Mobility, breathing and an easy walk, led by members who coach for a living. Come tired. It is also the best place to meet people you will never keep up with.",
    spots: 20,
    image: pictureSrc("events", "sunday-recovery-session"),
    timeZone,
    startsAt: "10:00",
    durationMin: 75,
    recurrence: { kind: "weekly", weekdays: [7] },
    bring: ["A mat or a towel", "Water"],
  },
] as const satisfies readonly CommunityEvent[]
