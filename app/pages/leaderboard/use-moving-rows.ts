import { type RefObject, useLayoutEffect, useRef } from "react"

/**
 * Animates the children of a list with `data-row` from their old to their new positions in it, and highlights those that
 * were added or whose `data-points` changed. No animation on the first render, after a resize, or when reduced motion is
 * preferred.
 */
export function useMovingRows(list: RefObject<HTMLElement | null>, rows: unknown): void {
  const places = useRef<Map<string, { top: number; points: string | undefined }> | null>(null)
  const width = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are what moves
  useLayoutEffect(() => {
    if (!list.current) return
    const elements = [...list.current.querySelectorAll<HTMLElement>("[data-row]")]
    // Measure first: measuring between changes would force a layout per row.
    const { offsetTop, clientWidth } = list.current
    const now = elements.map((element) => ({
      element,
      key: element.dataset.row as string,
      top: element.offsetTop - offsetTop,
      points: element.dataset.points,
    }))
    const before = width.current === clientWidth ? places.current : null
    width.current = clientWidth
    places.current = new Map(now.map(({ key, top, points }) => [key, { top, points }]))
    if (!before || before.size === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return
    for (const { element, key, top, points } of now) {
      const was = before.get(key)
      if (was && was.top !== top) {
        element.animate([{ transform: `translateY(${was.top - top}px)` }, { transform: "none" }], {
          duration: 600,
          easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
        })
      }
      if (!was || was.points !== points) {
        element.animate([{ backgroundColor: "#d4ff3a", color: "#0e1110" }, {}], {
          duration: 1600,
          easing: "ease-out",
        })
      }
    }
  }, [rows])
}
