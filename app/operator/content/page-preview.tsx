import { type RefObject, useEffect, useRef, useState } from "react"
import { Panel } from "../frame/page.tsx"

const widths = [
  ["Phone", 390, 760],
  ["Desktop", 1440, 1800],
] as const

/**
 * The real page with what is typed, laid out as on a phone or on a desktop and made as small as its place requires. Nothing in it
 * can run.
 * @param words some of the entry, to which the page is scrolled; it stays at its top without any
 */
export function PagePreview({ html, page, words = "" }: { html: string; page: string; words?: string }) {
  const [chosen, choose] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const room = useWidth(place)
  const [name, width, height] = widths[chosen] ?? widths[0]
  const scale = Math.min(1, room / width)
  return (
    <Panel title={`On the page ${page}`} className="min-w-0 xl:sticky xl:top-5 xl:self-start">
      <fieldset aria-label="Width of the preview" className="mb-3 flex gap-2">
        {widths.map(([label], index) => (
          <button
            key={label}
            type="button"
            aria-pressed={index === chosen}
            onClick={() => choose(index)}
            className="label min-h-11 cursor-pointer border border-line px-4 aria-pressed:border-text aria-pressed:bg-surface"
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div ref={place} className="overflow-hidden" style={{ height: height * scale }}>
        <iframe
          key={name}
          title={`The page on a ${name.toLowerCase()}`}
          srcDoc={html}
          // Without allow-scripts; the same origin only lets the page load its fonts, and be scrolled from here.
          sandbox="allow-same-origin"
          onLoad={({ currentTarget }) => scrollTo(currentTarget.contentDocument, words)}
          className="block border border-line bg-white"
          style={{ width, height, transform: `scale(${scale})`, transformOrigin: "0 0" }}
        />
      </div>
    </Panel>
  )
}

/** The width of an element in CSS pixels; a phone's until it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(390)
  useEffect(() => {
    const measure = () => setWidth(element.current?.clientWidth ?? 390)
    measure()
    addEventListener("resize", measure)
    return () => removeEventListener("resize", measure)
  }, [element])
  return width
}

/** Scrolls a document to the element that contains the words; it stays at its top if none does. */
function scrollTo(shown: Document | null, words: string): void {
  if (!shown || words.trim() === "") return
  const texts = shown.createTreeWalker(shown.querySelector("main") ?? shown, NodeFilter.SHOW_TEXT)
  while (texts.nextNode())
    if (texts.currentNode.textContent?.includes(words.trim())) {
      texts.currentNode.parentElement?.scrollIntoView({ block: "center" })
      return
    }
}
