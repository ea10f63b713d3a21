import { site } from "#content/site.ts"
import { formats } from "./card.ts"
import { box, type Drawn, gray, ink, type Piece, paper, volt } from "./piece.ts"

/** The content of a race's card: one board with its own prize and its own deadline. */
export interface RaceCard {
  /** "Two-week race" */
  race: string
  /** "November 23 to December 6" */
  span: string
  prize: string | null
  /** "Ends December 6", or "Ends today". */
  ends: string
  /** Above the leaders. */
  heading: string
  /** The first three, as visible to visitors. */
  leaders: readonly {
    rank: number | null
    /** Null for a hidden athlete. */
    name: string | null
    /** With its unit, except for points; null where it is hidden. */
    value: string | null
    sample: boolean
    credits: readonly string[]
  }[]
}

const text = { fontFamily: "Hanken Grotesk" }

/** The space and font size for a leader's name. */
export const raceNameSpace = { width: 320, height: 84, size: 34 }

/** The image as elements that satori lays out. `names`: the leaders' names as images. */
export function layoutRaceCard(
  { race, span, prize, ends, heading, leaders }: RaceCard,
  names: readonly Drawn[],
): Piece {
  return box(
    {
      ...formats.wide,
      boxSizing: "border-box",
      backgroundColor: ink,
      color: paper,
      fontFamily: "Archivo Black, Hanken Grotesk",
    },
    box(
      {
        width: 560,
        flexDirection: "column",
        justifyContent: "space-between",
        padding: "52px 40px 52px 60px",
      },
      box(
        { alignSelf: "flex-start", backgroundColor: volt, color: ink, padding: "6px 18px", fontSize: 44 },
        site.name,
      ),
      box(
        { flexDirection: "column" },
        box({ fontSize: 64, lineHeight: 1.02, letterSpacing: "-0.02em" }, race),
        box({ ...text, marginTop: 14, fontSize: 28, color: gray }, span),
      ),
      box(
        { flexDirection: "column" },
        prize ? box({ ...text, fontSize: 24, color: gray }, "To win") : null,
        prize ? box({ fontSize: 32, lineHeight: 1.15, lineClamp: 3 }, prize) : null,
        box({ marginTop: 16, fontSize: 34, color: volt }, ends),
      ),
    ),
    box(
      {
        width: formats.wide.width - 560,
        flexDirection: "column",
        justifyContent: "center",
        padding: "52px 60px 52px 20px",
        gap: 22,
      },
      box({ ...text, fontSize: 26, color: gray }, heading),
      ...leaders.map((leader, index) =>
        box(
          { alignItems: "center", gap: 24, borderTop: `2px solid ${gray}66`, paddingTop: 20 },
          box(
            { width: 56, fontSize: 52, color: leader.rank === 1 ? volt : paper },
            String(leader.rank ?? "–"),
          ),
          box(
            { flexGrow: 1, flexBasis: 0, flexDirection: "column" },
            names[index] ? { type: "img", props: { ...names[index] } } : null,
            leader.sample ? box({ ...text, fontSize: 22, color: gray }, "sample athlete") : null,
            leader.credits.length > 0
              ? box({ ...text, fontSize: 20, color: gray }, `Data: ${leader.credits.join(", ")}`)
              : null,
          ),
          box({ fontSize: 36 }, leader.value ?? "–"),
        ),
      ),
    ),
  )
}
