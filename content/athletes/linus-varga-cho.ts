import type { AthleteProfile } from "../schema.ts"

export const linusVargaCho = {
  id: "linus-varga-cho",
  name: "Linus Varga-Cho",
  nickname: "Wheels",
  handle: "linus.on.three.wheels",
  sport: "Running, Hybrid",
  races: "15+",
  listed: false,
  home: "Costa Mesa, California",
  bio: "Linus is 36 and has raced in a wheelchair since a motorcycle accident at twenty. He designs playground equipment, coaches a junior wheelchair basketball team and enters open races mostly to check whether the organizer has measured the ramps. He holds the course record of the Back Bay 10K on wheels, and he is the person to ask about shoulder care, headwinds and pushing through a crowded start without taking anybody’s ankles.",
  topEvents: [
    "Harbor Lights Marathon, wheelchair division, 1:49:30",
    "Back Bay 10K, course record on wheels, 24:06",
    "Coast Hill Climb, 6 km at seven percent",
  ],
  art: [
    {
      alt: "A wheel with a spoke for each week of a season around the time 24:06, the strongest one bright.",
      ground: "night",
      draw: { scene: "wheel", mark: "24:06", weeks: 48, peak: 0.6 },
    },
    {
      alt: "Forty-two even bars of a wheelchair marathon over the time 1:49.",
      ground: "coal",
      draw: { scene: "splits", mark: "1:49", count: 42, secondsPer: 156, drift: 0.02 },
    },
    {
      alt: "One even seven-percent slope in front of softer hills.",
      ground: "volt",
      draw: { scene: "ridge", mark: "420", km: 6, climbM: 420 },
    },
  ],
} as const satisfies AthleteProfile
