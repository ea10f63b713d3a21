import { useEffect, useRef } from "react"
import UPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { inWords, type LineProps } from "../../recording/measure.ts"

/** The same line on a canvas, with the value under the pointer. Loaded after the page. */
export default function Chart({
  label,
  unit,
  at,
  values,
  limits = [],
  height,
}: LineProps & { height: number }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const style = getComputedStyle(element)
    // Read again for each drawing, because the theme follows the system.
    const color = (name: string) => () => style.getPropertyValue(name)
    const axis = {
      stroke: color("--muted"),
      grid: { stroke: color("--line"), width: 1 },
      ticks: { show: false },
    }
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height,
        scales: { x: { time: false } },
        axes: [
          {
            ...axis,
            size: 24,
            values: (_plot, marks) => marks.map((seconds) => `${Math.round(seconds / 60)} min`),
          },
          { ...axis, size: 44 },
        ],
        series: [
          {
            label: "At",
            value: (_plot, seconds) => (seconds === null ? "" : `${Math.round(seconds / 60)} min`),
          },
          { label: `${label}, ${unit}`, stroke: color("--text"), width: 1.5, points: { show: false } },
          ...limits.map((limit) => ({
            label: limit.label,
            stroke: color("--danger"),
            dash: [6, 4],
            width: 1,
            points: { show: false },
          })),
        ],
      },
      [[...at], [...values], ...limits.map(({ value }) => at.map(() => value))],
      element,
    )
    const theme = matchMedia("(prefers-color-scheme: dark)")
    const redraw = () => plot.redraw()
    theme.addEventListener("change", redraw)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      theme.removeEventListener("change", redraw)
      observer.disconnect()
      plot.destroy()
    }
  }, [label, unit, at, values, limits, height])
  return <div ref={box} role="img" aria-label={inWords(label, unit, values)} className="figures text-small" />
}
