import { countOf } from "#content/amounts.ts"
import { site } from "#content/site.ts"

/** What a card says. */
export interface Card {
  name: string
  /** "Last 2 weeks"; null where no place is shown. */
  place: { board: string; rank: string; total: number; points: number; activeDays: number } | null
  /** The last days, oldest first, by their points; 0 for a rest day. */
  days: readonly number[]
  /** A sample athlete, which the card states beside the name. */
  demo: boolean
  /** Names that the terms of sources ask for beside points and days. */
  credits: readonly string[]
  /** Version of the photograph; null without one. */
  photo: string | null
  /** What the running season gives away, and its last day: "Winner’s bundle", "November 22". Null without prizes. */
  prize: { title: string; closes: string } | null
}

export const cardSize = { width: 1200, height: 630 }

const ink = "#0e1110"
const paper = "#f6f5f0"
const volt = "#d4ff3a"
const gray = "#a9aea9"

interface Piece {
  type: string
  props: Record<string, unknown>
}

const box = (style: Record<string, unknown>, ...children: (Piece | string | null)[]): Piece => ({
  type: "div",
  props: { style: { display: "flex", ...style }, children: children.filter((child) => child !== null) },
})

/** The picture as elements that satori lays out. `photo`: the photograph as a data URL. */
export function layoutCard({ name, place, days, demo, prize, credits }: Card, photo: string | null): Piece {
  const most = Math.max(100, ...days)
  return box(
    {
      width: cardSize.width,
      height: cardSize.height,
      flexDirection: "column",
      justifyContent: "space-between",
      boxSizing: "border-box",
      padding: "56px 64px",
      backgroundColor: ink,
      color: paper,
      fontFamily: "Archivo Black, Hanken Grotesk",
    },
    box(
      { justifyContent: "space-between", alignItems: "center" },
      box({ backgroundColor: volt, color: ink, padding: "6px 18px", fontSize: 44 }, site.name),
      box({ fontFamily: "Hanken Grotesk", fontSize: 28, color: gray }, place?.board ?? "The competition"),
    ),
    box(
      { alignItems: "flex-end", justifyContent: "space-between" },
      box(
        { flexDirection: "column", maxWidth: place ? 640 : 1060 },
        photo
          ? {
              type: "img",
              props: { src: photo, width: 112, height: 112, style: { marginBottom: 16 } },
            }
          : null,
        box(
          {
            fontSize: sizeOf(name, photo !== null),
            lineHeight: 1.05,
            letterSpacing: "-0.02em",
            lineClamp: 3,
          },
          name,
        ),
        demo
          ? box(
              {
                alignSelf: "flex-start",
                marginTop: 20,
                padding: "4px 14px",
                border: `2px solid ${gray}`,
                fontFamily: "Hanken Grotesk",
                fontSize: 28,
                color: gray,
              },
              "sample athlete",
            )
          : null,
        place
          ? box(
              { marginTop: 20, fontFamily: "Hanken Grotesk", fontSize: 32, color: gray },
              `${countOf(place.points, "point")}, ${place.activeDays} active ${place.activeDays === 1 ? "day" : "days"}`,
            )
          : null,
        credits.length > 0
          ? box(
              { marginTop: 10, fontFamily: "Hanken Grotesk", fontSize: 24, color: gray },
              `Data: ${credits.join(", ")}`,
            )
          : null,
      ),
      place
        ? box(
            { flexDirection: "column", alignItems: "flex-end" },
            box(
              {
                fontSize: place.rank.length > 4 ? 150 : 220,
                lineHeight: 0.9,
                letterSpacing: "-0.04em",
                color: volt,
              },
              place.rank,
            ),
            box(
              { marginTop: 18, fontFamily: "Hanken Grotesk", fontSize: 32, color: gray },
              `of ${place.total.toLocaleString("en-US")}`,
            ),
          )
        : null,
    ),
    prize
      ? box(
          { justifyContent: "space-between", fontFamily: "Hanken Grotesk", fontSize: 26, gap: 32 },
          box({ maxWidth: 760, lineClamp: 1 }, `To win: ${prize.title}`),
          box({ color: volt, flexShrink: 0 }, `ends ${prize.closes}`),
        )
      : null,
    box(
      { height: prize ? 84 : 120, alignItems: "flex-end", borderBottom: `4px solid ${paper}` },
      ...days.map((points) =>
        box({
          flexGrow: 1,
          flexBasis: 0,
          marginRight: 6,
          height: points > 0 ? Math.max(8, Math.round((points / most) * (prize ? 76 : 112))) : 0,
          backgroundColor: volt,
        }),
      ),
    ),
  )
}

/** With a photograph there is room for two lines below it. */
function sizeOf(name: string, hasPhoto: boolean): number {
  if (hasPhoto) return name.length > 34 ? 36 : name.length > 18 ? 48 : name.length > 10 ? 62 : 84
  return name.length > 34 ? 48 : name.length > 18 ? 62 : 84
}
