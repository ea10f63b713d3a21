import { useState } from "react"
import { Panel } from "../frame/page.tsx"

const widths = [
  ["Phone", 390, 760],
  ["Desktop", 1440, 900],
] as const

/** The real page with what is typed, at the width of a phone or of a desktop. Nothing in it can run. */
export function PagePreview({ html, page }: { html: string; page: string }) {
  const [chosen, choose] = useState(0)
  const [name, width, height] = widths[chosen] ?? widths[0]
  // A wide page is shown smaller, so that it is laid out as on a desktop.
  const scale = width > 700 ? 0.45 : 1
  return (
    <Panel title={`On the page ${page}`} className="min-w-0">
      <fieldset aria-label="Width of the preview" className="mb-3 flex gap-2">
        {widths.map(([label], index) => (
          <button
            key={label}
            type="button"
            aria-pressed={index === chosen}
            onClick={() => choose(index)}
            className="label min-h-11 cursor-pointer border border-line px-4 aria-pressed:border-text aria-pressed:bg-raised"
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className="max-w-full overflow-auto border border-line" style={{ height: height * scale }}>
        <iframe
          key={name}
          title={`The page on a ${name.toLowerCase()}`}
          srcDoc={html}
          // Without allow-scripts; the same origin only lets the page load its fonts.
          sandbox="allow-same-origin"
          className="block border-0 bg-white"
          style={{ width, height, transform: `scale(${scale})`, transformOrigin: "0 0" }}
        />
      </div>
    </Panel>
  )
}
