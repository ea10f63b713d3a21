import type { GroundName } from "../schema.ts"

/** The colors of one picture. Each ground works on both the light and the dark page. */
export interface Ground {
  /** The sheet. */
  sheet: string
  /** Plain lines and shapes. */
  line: string
  /** Elements in the background. */
  soft: string
  /** Between soft and line. */
  middle: string
  /** The focal point, as a filled shape. */
  accent: string
  /** The focal point, as a line, and the casing that separates it from the lines it crosses. */
  track: string
  casing: string
  /** The number set large. */
  mark: string
}

export const ink = "#0E1110"
/** Slightly darker than the page's paper, so that a picture keeps its edge on a light page. */
const paper = "#E9E7DE"
const volt = "#D4FF3A"
const night = "#171B19"

const onDark = { accent: volt, track: volt }

/** Ink, paper, volt and grays, as in the theme; nothing else. A volt line on a light sheet is cased in ink. */
export const grounds = {
  night: {
    sheet: night,
    line: paper,
    soft: "#333A36",
    middle: "#7C847F",
    ...onDark,
    casing: night,
    mark: paper,
  },
  coal: {
    sheet: night,
    line: "#C9CCC4",
    soft: "#2C322F",
    middle: "#5D6560",
    ...onDark,
    casing: night,
    mark: volt,
  },
  slate: {
    sheet: "#3D4541",
    line: paper,
    soft: "#545D58",
    middle: "#8C958F",
    ...onDark,
    casing: "#2B312E",
    mark: paper,
  },
  paper: {
    sheet: paper,
    line: ink,
    soft: "#CFCDC2",
    middle: "#8D8F86",
    accent: volt,
    track: volt,
    casing: ink,
    mark: ink,
  },
  stone: {
    sheet: "#BFC2B8",
    line: ink,
    soft: "#A9ACA1",
    middle: "#757A72",
    accent: volt,
    track: volt,
    casing: ink,
    mark: ink,
  },
  volt: {
    sheet: volt,
    line: ink,
    soft: "#B9E022",
    middle: "#7F9A1E",
    accent: paper,
    track: ink,
    casing: volt,
    mark: ink,
  },
} as const satisfies Record<GroundName, Ground>
