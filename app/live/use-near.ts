import { type RefObject, startTransition, useEffect, useState } from "react"

/** True once the element is within one viewport height of being visible. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: "100% 0px" },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [near, element])
  return near
}
