import type { ReactNode } from "react"
import type { Thing } from "#content/prize-bundle.ts"

/** Drawings of the items in prizes, in 64 units: the color of the text, and light parts. */
const drawings: Record<Thing, ReactNode> = {
  shoe: (
    <>
      <path d="M5 43 6 21C6 17 11 15 14 19 18 25 26 24 30 17L34 13C38 22 46 28 55 30 60 31 61 36 61 43z" />
      <path d="M3 43H62C63 49 61 52 58 52H8C4 52 2 48 3 43z" fill="var(--light)" />
      <path
        d="m33 20 6-3M38 25l6-3"
        fill="none"
        stroke="var(--light)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </>
  ),
  kit: (
    <>
      <rect x="4" y="30" width="34" height="24" rx="12" />
      <circle cx="16" cy="42" r="6.5" fill="var(--light)" />
      <path d="M46 14h8v5c4 2 6 5 6 9v23a3 3 0 0 1-3 3H43a3 3 0 0 1-3-3V28c0-4 2-7 6-9z" />
      <path d="M40 32h20v10H40z" fill="var(--light)" />
      <path d="M45 8h10v6H45z" />
    </>
  ),
  shirt: (
    <>
      <path d="M22 9 5 18l5 15 8-3v26h28V30l8 3 5-15-17-9c-2 7-18 7-20 0z" />
      <path d="M25 30h14v11H25z" fill="var(--light)" />
    </>
  ),
  bib: (
    <>
      <path d="M6 12h52v40H6z" />
      <path d="M11 22h42v25H11z" fill="var(--light)" />
      <path d="M24 28v13M31 28h8l-5 13" fill="none" stroke="currentColor" strokeWidth="4.5" />
      <circle cx="12" cy="17" r="2" fill="var(--light)" />
      <circle cx="52" cy="17" r="2" fill="var(--light)" />
    </>
  ),
  box: (
    <>
      <path d="M8 26h48v30H8z" />
      <path d="M4 16h56v10H4z" />
      <path d="M28 16h8v40h-8z" fill="var(--light)" />
      <path
        d="M32 16C26 4 14 8 20 14c3 3 8 2 12 2 4 0 9 1 12-2 6-6-6-10-12 2z"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
      />
    </>
  ),
}

/** One item of a prize, as a drawing; the text beside it names it. */
export function PrizeDrawing({ thing, className }: { thing: Thing; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 64 64"
      fill="currentColor"
      className={`[--light:#fbfaf6] ${className ?? ""}`}
    >
      {drawings[thing]}
    </svg>
  )
}
