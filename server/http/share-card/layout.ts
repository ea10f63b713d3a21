import { site } from "#content/site.ts"
import { type Card, type Format, formats } from "./card.ts"
import { box, type Drawn, gray, ink, type Piece, paper, volt } from "./piece.ts"

/** The pictures of the people on a card, in their order. */
export type Portraits = readonly { name: Drawn; photo: string | null }[]

const image = ({ src, width, height }: Drawn, style: Record<string, unknown> = {}): Piece => ({
  type: "img",
  props: { src, width, height, style },
})

/** The space and the largest font size for a name on a card. */
export function nameSpace(card: Card, format: Format): { width: number; height: number; size: number } {
  const wide = format === "wide"
  if (card.people.length > 1)
    return wide ? { width: 700, height: 66, size: 46 } : { width: 680, height: 190, size: 84 }
  if (!wide) return { width: 940, height: 340, size: 112 }
  const width = card.figure ? 600 : 1060
  return card.people[0]?.photo ? { width, height: 120, size: 64 } : { width, height: 190, size: 84 }
}

/** The card as elements that satori lays out. */
export function layoutCard(card: Card, format: Format, portraits: Portraits): Piece {
  const wide = format === "wide"
  const small = wide ? 28 : 40
  return box(
    {
      ...formats[format],
      flexDirection: "column",
      justifyContent: "space-between",
      boxSizing: "border-box",
      // The app that shows a story covers its top and bottom.
      padding: wide ? "56px 64px" : "260px 70px 300px",
      backgroundColor: ink,
      color: paper,
      fontFamily: "Hanken Grotesk",
    },
    box(
      { justifyContent: "space-between", alignItems: "center", gap: 40 },
      box(
        {
          backgroundColor: volt,
          color: ink,
          padding: "6px 18px",
          fontSize: wide ? 44 : 64,
          fontFamily: "Archivo Black",
        },
        site.name,
      ),
      box({ fontSize: small, color: gray, textAlign: "right" }, card.title),
    ),
    card.people.length > 1 || card.people[0]?.won
      ? winners(card, format, portraits)
      : one(card, format, portraits),
    card.prize
      ? box(
          {
            flexDirection: wide ? "row" : "column",
            justifyContent: "space-between",
            fontSize: wide ? 26 : 42,
            gap: wide ? 32 : 12,
          },
          box({ maxWidth: wide ? 760 : 940, lineClamp: wide ? 1 : 2 }, card.prize.what),
          box({ color: volt, flexShrink: 0 }, card.prize.when),
        )
      : null,
    card.days.length > 0 ? bars(card, wide) : null,
    wide ? null : box({ fontSize: 34, color: gray }, "Your workouts earn points. The most points win."),
  )
}

/** One athlete, with the number next to or above the name. */
function one({ people, figure, lines, credits }: Card, format: Format, [portrait]: Portraits): Piece {
  const wide = format === "wide"
  const person = box(
    { flexDirection: "column" },
    portrait?.photo
      ? image(square(portrait.photo, wide ? 112 : 280), { marginBottom: wide ? 16 : 36 })
      : null,
    portrait ? image(portrait.name) : null,
    people[0]?.demo ? sampleMark(wide) : null,
    lines.length > 0 ? box({ marginTop: 20, fontSize: wide ? 32 : 46, color: gray }, lines.join(", ")) : null,
    credits.length > 0
      ? box({ marginTop: 10, fontSize: wide ? 24 : 32, color: gray }, `Data: ${credits.join(", ")}`)
      : null,
  )
  const number =
    figure &&
    box(
      { flexDirection: "column", alignItems: wide ? "flex-end" : "flex-start" },
      box(
        {
          fontFamily: "Archivo Black",
          fontSize: (wide ? 1 : 1.7) * figureSize(figure.value),
          lineHeight: 0.9,
          letterSpacing: "-0.04em",
          color: volt,
        },
        figure.value,
      ),
      box(
        wide
          ? { marginTop: 18, maxWidth: 460, fontSize: 32, color: gray, textAlign: "right" }
          : { marginTop: 18, fontSize: 54, color: gray },
        figure.below,
      ),
    )
  return wide
    ? box({ alignItems: "flex-end", justifyContent: "space-between" }, person, number)
    : box({ flexDirection: "column", gap: 70 }, number, person)
}

/** The font size of a number or word on a wide card, so that it leaves room for the name. */
function figureSize({ length }: string): number {
  if (length > 6) return 78
  return length > 4 ? 130 : length > 3 ? 170 : 220
}

/** The winners of a season, one below the other. */
function winners({ people, lines, credits }: Card, format: Format, portraits: Portraits): Piece {
  const wide = format === "wide"
  const face = wide ? 76 : 150
  return box(
    { flexDirection: "column", gap: wide ? 22 : 84 },
    ...people.map(({ won, demo }, index) => {
      const portrait = portraits[index]
      return box(
        { alignItems: "center", gap: wide ? 28 : 36 },
        box(
          { width: wide ? 110 : 150, fontFamily: "Archivo Black", fontSize: wide ? 46 : 62, color: volt },
          won?.place ?? "",
        ),
        portrait?.photo ? image(square(portrait.photo, face)) : null,
        box(
          { flexDirection: "column", maxWidth: wide ? 760 : 650 },
          portrait ? image(portrait.name) : null,
          box(
            { marginTop: 6, fontSize: wide ? 26 : 36, color: gray, lineClamp: wide ? 1 : 2 },
            `${won?.title ?? ""}${demo ? " (sample athlete)" : ""}`,
          ),
        ),
      )
    }),
    box(
      { fontSize: wide ? 26 : 38, color: gray },
      [...lines, ...(credits.length > 0 ? [`Data: ${credits.join(", ")}`] : [])].join(". "),
    ),
  )
}

const square = (src: string, side: number): Drawn => ({ src, width: side, height: side })

function sampleMark(wide: boolean): Piece {
  return box(
    {
      alignSelf: "flex-start",
      marginTop: 20,
      padding: "4px 14px",
      border: `2px solid ${gray}`,
      fontSize: wide ? 28 : 38,
      color: gray,
    },
    "sample athlete",
  )
}

/** The last days as bars on a line. */
function bars({ days, prize }: Card, wide: boolean): Piece {
  const height = wide ? (prize ? 84 : 120) : 280
  const most = Math.max(100, ...days)
  return box(
    { height, alignItems: "flex-end", borderBottom: `4px solid ${paper}` },
    ...days.map((points) =>
      box({
        flexGrow: 1,
        flexBasis: 0,
        marginRight: 6,
        height: points > 0 ? Math.max(8, Math.round((points / most) * (height - 8))) : 0,
        backgroundColor: volt,
      }),
    ),
  )
}
