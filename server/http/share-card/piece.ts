/** Colors and elements from which satori lays out a card. */

export const ink = "#0e1110"
export const paper = "#f6f5f0"
export const volt = "#d4ff3a"
export const gray = "#a9aea9"

export interface Piece {
  type: string
  props: Record<string, unknown>
}

/** An image ready to be placed, as a data URL. */
export interface Drawn {
  src: string
  width: number
  height: number
}

type Child = Piece | string | null

export const box = (style: Record<string, unknown>, ...children: Child[]): Piece => ({
  type: "div",
  props: { style: { display: "flex", ...style }, children: children.filter((child) => child !== null) },
})
