import { useEffect, useRef, useState } from "react"

const durationMs = 700

/** Animates a number once from its old to its new value. Static when reduced motion is preferred. */
export function useCount(value: number | null): number | null {
  const [shown, setShown] = useState(value)
  const before = useRef(value)
  useEffect(() => {
    const from = before.current
    before.current = value
    if (
      value === null ||
      from === null ||
      from === value ||
      matchMedia("(prefers-reduced-motion: reduce)").matches
    ) {
      return setShown(value)
    }
    const started = performance.now()
    let frame = 0
    const step = (now: number) => {
      const part = Math.min(1, (now - started) / durationMs)
      setShown(Math.round(from + (value - from) * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}
