import type { Art } from "../schema.ts"

/** The data from which the picture of each article is drawn. Keys are the slugs. */
export const blogArt: Readonly<Record<string, Art>> = {
  "b4m-pop-up-race-costa-mesa": {
    alt: "A bright trace through a turned street grid, a 5K loop that ends where it began.",
    caption: "5K: one loop of the block grid",
    ground: "night",
    draw: { scene: "route", mark: "5K", km: 5 },
  },
  "rise-of-club-balboa": {
    alt: "A wheel of weeks that grows from nothing to full length around the number 700.",
    caption: "700 members, after a start with two",
    ground: "volt",
    draw: { scene: "wheel", mark: "700", weeks: 56, peak: 0.97 },
  },
  "growing-personal-brand": {
    alt: "An athlete beside a large speech bubble that holds a single sentence.",
  },
  "setting-goals-social-media-journey": {
    alt: "Twelve horizontal blocks of work, each followed by a short rest, one per week of a plan.",
    caption: "12 weeks in the plan",
    ground: "slate",
    draw: { scene: "intervals", mark: "12", repeats: 12, workS: 240, restS: 70 },
  },
  "setbacks-to-strength-athlete-transformation": {
    alt: "Ridges one behind another, falling into a valley before one high summit.",
    caption: "16 weeks back to a 10K",
    ground: "night",
    draw: { scene: "ridge", mark: "16", km: 24, climbM: 1800 },
  },
  "mindset-shifts-maximize-performance": {
    alt: "Even lines of water parting calmly around one bright line.",
    caption: "5 shifts, one week each",
    ground: "stone",
    draw: { scene: "water", mark: "5", meters: 3200 },
  },
  "leadership-lessons-team-sports-business": {
    alt: "A grid of small track ovals, two of them filled, like the laps of one team relay.",
    caption: "6 lessons that crossed over",
    ground: "paper",
    draw: { scene: "laps", mark: "6", laps: 18 },
  },
  "building-better-habits-30-day-guide": {
    alt: "Thirty squares, one for each day, the largest of them bright.",
    caption: "30 days, one square for each",
    ground: "coal",
    draw: { scene: "days", mark: "30", days: 30, share: 0.92 },
  },
  "guest-qa-faith-failure-focus": {
    alt: "Forty-two bars that rise toward the end, the shape of a race that went wrong, with one bright split.",
    caption: "4:17, the marathon that went wrong",
    ground: "volt",
    draw: { scene: "splits", mark: "4:17", count: 42, secondsPer: 318, drift: 0.24 },
  },
  "nutrition-simple-meal-plans": {
    alt: "Three plates, each larger than the one before, divided into vegetables, protein and starch.",
  },
  "fatherhood-fitness-balance": {
    alt: "Half a year of small squares, most of them in the early days of the week, large where there was time.",
    caption: "4:45, when the alarm goes off",
    ground: "night",
    draw: { scene: "days", mark: "4:45", days: 182, share: 0.48 },
  },
  "breaking-plateaus-dominate-360": {
    alt: "Bars that stay nearly level for a long time and then fall, a plateau broken.",
    caption: "360 degrees around your training",
    ground: "slate",
    draw: { scene: "splits", mark: "360", count: 24, secondsPer: 250, drift: -0.16 },
  },
  "faith-fitness-christian-athlete": {
    alt: "An athlete resting on a hill at sunrise, the running shoes off.",
  },
  "prayer-athletic-recovery-mental-clarity": {
    alt: "Slow lines of water with a single bright line and much room around it.",
    caption: "10:00 quiet minutes after a session",
    ground: "night",
    draw: { scene: "water", mark: "10:00", meters: 800 },
  },
}

/** The data from which the picture of each event is drawn. Keys are the slugs of content/events.ts. */
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
    alt: "Six athletes before a session, one of them with an arm in the air.",
  },
  about: {
    alt: "A runner climbing a slope early in the day.",
    ground: "volt",
    draw: { scene: "figure", pose: "trail", look: "cap.1.4.2", athlete: null, moving: true },
  },
  community: {
    alt: "Two speech bubbles: a question and a longer answer.",
  },
  partners: {
    alt: "Two people walking toward each other on one path.",
  },
  donate: {
    alt: "Three arcs around one center: half, three tenths and one fifth of every dollar.",
    ground: "night",
    draw: { scene: "rings", mark: "50", legs: [50, 30, 20] },
  },
  "for-brands": {
    alt: "A running shoe on the box that it came in.",
  },
  "for-creators": {
    alt: "A question and an answer between an athlete and a coach.",
  },
  "case-study": {
    alt: "A running store before opening hours: the door stands open and the light is on.",
  },
  leaderboard: {
    alt: "A grid of track ovals, two of them bright.",
    ground: "coal",
    draw: { scene: "laps", mark: "10", laps: 40 },
  },
}

/** The picture of each service in the shop. Keys are the slugs of content/catalog.ts. */
export const serviceArt: Readonly<Record<string, Art>> = {
  "tiktok-shop-setup": {
    alt: "A phone with ten products in a shop, one of them lit.",
  },
  "product-activation": {
    alt: "A running shoe taken out of its box.",
  },
  "built-2-connect": {
    alt: "Two people meeting on a path, each from one side.",
  },
  "social-media-planner": {
    alt: "A sheet with four weeks: days with a post, and the race on the last one.",
  },
  "1-on-1-brand-coaching": {
    alt: "A question in one speech bubble, the coach’s answer in another.",
  },
  "personal-brand-starter-kit": {
    alt: "Three worksheets, the first one filled in and checked.",
  },
  "built-2-scale-group": {
    alt: "A small group of athletes standing side by side.",
  },
}
