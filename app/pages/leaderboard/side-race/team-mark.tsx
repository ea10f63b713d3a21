const teamColors = [
  "#2f5fd0",
  "#e0592a",
  "#3f8f4e",
  "#e5a100",
  "#5b6770",
  "#ef6f6c",
  "#4b3fa8",
  "#a4552d",
  "#12827c",
  "#b3173c",
  "#7b8431",
  "#7f3fb0",
  "#b4682e",
  "#2a8fd6",
  "#64753f",
  "#9b1b4d",
]

/** Whether ink has more contrast with a color, "#e5a100", than paper has. */
function isLight(color: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(
    (at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18
}

/** The color of a team, with its number, so that no information depends on color alone. */
export function TeamMark({ number }: { number: number }) {
  const color = teamColors[(number - 1) % teamColors.length] ?? ""
  return (
    <span
      aria-hidden
      className={`display figures grid size-10 place-items-center text-base forced-colors:border ${isLight(color) ? "text-ink" : "text-paper"}`}
      style={{ backgroundColor: color }}
    >
      {number}
    </span>
  )
}
