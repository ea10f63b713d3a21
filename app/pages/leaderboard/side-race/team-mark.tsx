const colors = [
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

/** The color of a team, with its number, so that no information depends on color alone. */
export function TeamMark({ number }: { number: number }) {
  return (
    <span
      aria-hidden
      className="display figures grid size-10 place-items-center text-base text-white forced-colors:border"
      style={{ backgroundColor: colors[(number - 1) % colors.length] }}
    >
      {number}
    </span>
  )
}
