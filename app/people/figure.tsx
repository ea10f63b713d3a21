import type { CSSProperties } from "react"
import sheet from "#content/figures/figures.svg?url"
import { kitOf, kits } from "#content/figures/kit.ts"
import { builds, figureOf, hairColors, skins } from "#content/figures/looks.ts"
import { type Posture, poses } from "#content/figures/poses.ts"

/**
 * An athlete as a drawing: the posture of their sport, their own kit and bib, and their chosen looks. Without a name it
 * is an anonymous figure: standing, in gray.
 */
export function Figure(props: {
  /** In the boards' notation, "run.bun.2.4.1"; null for somebody whose name is not shown. */
  figure: string | null | undefined
  /** The slug on the boards, which determines kit and bib. */
  athlete: string | null | undefined
  /** Large enough to read the number on the bib. */
  large?: boolean
  className?: string
}) {
  const { figure, athlete } = props
  const { pose, look } = figureOf(figure ?? "")
  const { box, head, bib, cap }: Posture = poses[pose]
  const kit = figure && athlete ? kitOf(athlete) : null
  const worn = cap ?? (look.hair === "none" ? null : look.hair)
  const at = ([x, y, turn]: readonly [number, number, number]) => `translate(${x} ${y}) rotate(${turn})`
  const skin = skins[look.skin - 1]
  const colors = {
    "--kit": kit ? kits[kit.kit] : "#8b9088",
    "--bulk": `${builds[look.build - 1]?.[1]}px`,
    ...(skin ? { "--skin": skin } : {}),
  } as CSSProperties
  return (
    <svg
      aria-hidden
      viewBox={`${box[0]} ${box[1]} ${box[2]} ${box[2]}`}
      className={`figure on-${kit?.ground ?? 0} ${skin ? "figure-skinned" : ""} ${props.className ?? ""}`}
      style={colors}
    >
      <use href={`${sheet}#${pose}`} />
      {kit && bib && (
        <g transform={at(bib)}>
          <path d="M-5-4H5V4H-5z" fill="#fff" />
          {props.large && (
            <text y="2" className="figure-bib">
              {kit.bib}
            </text>
          )}
        </g>
      )}
      {worn && (
        <use href={`${sheet}#${worn}`} transform={at(head)} fill={hairColors[look.hairColor - 1]?.[1]} />
      )}
      <use href={`${sheet}#${pose}-front`} />
    </svg>
  )
}
