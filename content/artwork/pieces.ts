import type { Art } from "../schema.ts"

/** What the picture of each article is drawn from. Keys are the slugs. */
export const blogArt: Readonly<Record<string, Art>> = {
  "b4m-pop-up-race-costa-mesa": {
    alt: "A bright trace through a turned street grid, a 5K loop that ends where it began.",
    ground: "night",
    draw: { scene: "route", mark: "5K", km: 5 },
  },
  "rise-of-club-balboa": {
    alt: "A wheel of weeks that grows from nothing to full length around the number 700.",
    ground: "volt",
    draw: { scene: "wheel", mark: "700", weeks: 56, peak: 0.97 },
  },
  "growing-personal-brand": {
    alt: "Contour lines spreading from two summits with one route drawn across them.",
    ground: "paper",
    draw: { scene: "contour", mark: "1", km: 12, climbM: 420 },
  },
  "setting-goals-social-media-journey": {
    alt: "Twelve horizontal blocks of work, each followed by a short rest, one per week of a plan.",
    ground: "slate",
    draw: { scene: "intervals", mark: "12", repeats: 12, workS: 240, restS: 70 },
  },
  "setbacks-to-strength-athlete-transformation": {
    alt: "Ridges one behind another, falling into a valley before one high summit.",
    ground: "night",
    draw: { scene: "ridge", mark: "16", km: 24, climbM: 1800 },
  },
  "mindset-shifts-maximize-performance": {
    alt: "Even lines of water parting calmly around one bright line.",
    ground: "stone",
    draw: { scene: "water", mark: "5", meters: 3200 },
  },
  "leadership-lessons-team-sports-business": {
    alt: "A grid of small track ovals, two of them filled, like the laps of one team relay.",
    ground: "paper",
    draw: { scene: "laps", mark: "6", laps: 18 },
  },
  "building-better-habits-30-day-guide": {
    alt: "Thirty squares, one for each day, the largest of them bright.",
    ground: "coal",
    draw: { scene: "days", mark: "30", days: 30, share: 0.92 },
  },
  "guest-qa-faith-failure-focus": {
    alt: "Forty-two bars that rise toward the end, the shape of a race that went wrong, with one bright split.",
    ground: "volt",
    draw: { scene: "splits", mark: "4:17", count: 42, secondsPer: 318, drift: 0.24 },
  },
  "nutrition-simple-meal-plans": {
    alt: "Four arcs around one center, the shares of a plate on a training day.",
    ground: "stone",
    draw: { scene: "rings", mark: "3", legs: [110, 60, 55, 25] },
  },
  "fatherhood-fitness-balance": {
    alt: "Half a year of small squares, most of them in the early days of the week, large where there was time.",
    ground: "night",
    draw: { scene: "days", mark: "4:45", days: 182, share: 0.48 },
  },
  "breaking-plateaus-dominate-360": {
    alt: "Bars that stay nearly level for a long time and then fall, a plateau broken.",
    ground: "slate",
    draw: { scene: "splits", mark: "360", count: 24, secondsPer: 250, drift: -0.16 },
  },
  "faith-fitness-christian-athlete": {
    alt: "Fine contour lines around a summit with a quiet path leading up to it.",
    ground: "stone",
    draw: { scene: "contour", mark: "7", km: 20, climbM: 600 },
  },
  "prayer-athletic-recovery-mental-clarity": {
    alt: "Slow lines of water with a single bright line and much room around it.",
    ground: "night",
    draw: { scene: "water", mark: "10:00", meters: 800 },
  },
}

/** What the picture of each event is drawn from. Keys are the slugs of content/events.ts. */
export const eventArt: Readonly<Record<string, Art>> = {
  "sunrise-run": {
    alt: "A bright loop through a street grid, the Sunrise Run at six in the morning.",
    ground: "volt",
    draw: { scene: "route", mark: "6:00", km: 7 },
  },
  "saturday-long-run": {
    alt: "Low rolling ridges one behind another, the river trail of the Saturday Long Run at seven.",
    ground: "night",
    draw: { scene: "ridge", mark: "7:00", km: 22, climbM: 320 },
  },
  "triathlon-brick-session": {
    alt: "Two arcs around one center, a long ride followed by a short run, at eight in the morning.",
    ground: "slate",
    draw: { scene: "rings", mark: "8:00", legs: [70, 28] },
  },
  "sunday-recovery-session": {
    alt: "Calm, wide lines of water, the Sunday Recovery Session at ten.",
    ground: "stone",
    draw: { scene: "water", mark: "10:00", meters: 400 },
  },
}

/** Large pictures of single pages. */
export const pageArt: Readonly<Record<string, Art>> = {
  home: {
    alt: "A dense map of contour lines with one bright route across it, and the number 500.",
    ground: "night",
    draw: { scene: "contour", mark: "500+", km: 42, climbM: 2600 },
  },
  about: {
    alt: "A year of weeks as the spokes of a wheel around the number 1.",
    ground: "volt",
    draw: { scene: "wheel", mark: "1", weeks: 52, peak: 0.9 },
  },
  community: {
    alt: "Bars of many runners’ miles, side by side, over the number 1200.",
    ground: "night",
    draw: { scene: "splits", mark: "1200+", count: 52, secondsPer: 300, drift: -0.2 },
  },
  partners: {
    alt: "Blocks of work and rest, one below the other, over the number 48.",
    ground: "stone",
    draw: { scene: "intervals", mark: "48", repeats: 12, workS: 200, restS: 110 },
  },
  donate: {
    alt: "Three arcs around one center: half, three tenths and one fifth of every dollar.",
    ground: "night",
    draw: { scene: "rings", mark: "50", legs: [50, 30, 20] },
  },
  "for-brands": {
    alt: "A loaded barbell, seen from the front.",
    ground: "paper",
    draw: { scene: "plates", mark: "799+", kg: 180 },
  },
  "for-creators": {
    alt: "A field of day marks, larger and brighter where more was done.",
    ground: "volt",
    draw: { scene: "days", mark: "14", days: 196, share: 0.7 },
  },
  "case-study": {
    alt: "Ridges one behind another and a course in front with two summits.",
    ground: "slate",
    draw: { scene: "ridge", mark: "12", km: 12, climbM: 700 },
  },
  leaderboard: {
    alt: "A grid of track ovals, two of them bright.",
    ground: "coal",
    draw: { scene: "laps", mark: "10", laps: 40 },
  },
}
