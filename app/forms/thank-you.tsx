import { type ReactNode, useEffect, useRef } from "react"
import { ignoreSecondPress } from "./second-press.ts"

/** Replaces a form that was received. */
export function ThankYou({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    return ignoreSecondPress()
  }, [])
  return (
    <div role="status" className="border-l-8 border-volt bg-raised px-6 py-8">
      <h2 ref={heading} tabIndex={-1} className="display text-card">
        {title}
      </h2>
      <p className="mt-3 max-w-[52ch]">{text}</p>
      {children}
    </div>
  )
}
