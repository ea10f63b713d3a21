import type { AthleteProfile } from "../schema.ts"

export const linusVargaCho = {
  id: "linus-varga-cho",
  name: "Linus Varga-Cho",
  nickname: "Wheels",
  handle: "linus.on.three.wheels",
  sport: "Wheelchair racing, Handcycling",
  races: "15+",
  listed: false,
  home: "Costa Mesa, California",
  bio: "Linus is 36 and has raced in a wheelchair since a motorcycle accident at twenty. He designs playground equipment, coaches a junior wheelchair basketball team and enters open races mostly to check whether the organizer has measured the ramps. He holds the course record of the Back Bay 10K on wheels, and he is the person to ask about shoulder care, headwinds and pushing through a crowded start without taking anybody’s ankles.",
  topEvents: [
    "Harbor Lights Marathon, wheelchair division, 1:49:30",
    "Back Bay 10K, course record on wheels, 24:06",
    "Coast Hill Climb, 6 km at seven percent",
  ],
  look: "short.2.2.2",
  pictures: [
    { pose: "wheelchair-push", ground: "slate" },
    { pose: "handcycle", ground: "night" },
    { pose: "wheelchair", ground: "volt" },
  ],
} as const satisfies AthleteProfile
