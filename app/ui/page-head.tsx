import type { ReactNode } from "react"

/**
 * The top of a page: its title in large type, beside its most important number or four small pictures.
 * @param figure a number with its unit in words, such as "$45,000" and "raised"
 * @param tiles four squares that repeat the page's content, so they need no text
 */
export function PageHead(props: {
  title: string
  lead?: ReactNode
  figure?: { value: string; label: string }
  tiles?: ReactNode
  /** The background; `volt` for celebrations. */
  field?: "soft" | "volt"
  children?: ReactNode
}) {
  return (
    <header
      className={`${props.field === "volt" ? "field-volt" : "field-soft"} gutter grid items-end gap-x-12 gap-y-10 border-b border-line pt-[clamp(3.5rem,7vw,7rem)] pb-[clamp(2.5rem,4.5vw,4.5rem)] lg:grid-cols-[minmax(0,1fr)_auto]`}
    >
      <div className="max-w-5xl">
        <h1 className="display text-title">{props.title}</h1>
        {props.lead && <p className="mt-6 max-w-[58ch] text-lead wrap-anywhere text-muted">{props.lead}</p>}
        {props.children && (
          <div className="mt-8 flex flex-wrap gap-3 max-sm:[&>a]:w-full max-sm:[&>form]:w-full">
            {props.children}
          </div>
        )}
      </div>
      {props.tiles && (
        <div
          aria-hidden
          className="grid w-full grid-cols-4 gap-2 sm:gap-3 lg:w-[min(26vw,24rem)] lg:grid-cols-2 lg:self-center [&>*]:aspect-square [&>*]:w-full"
        >
          {props.tiles}
        </div>
      )}
      {props.figure && (
        <p className="flex flex-wrap items-end gap-x-4 gap-y-2 lg:flex-col lg:items-end lg:gap-1">
          <span
            className={`display figures leading-[0.8] ${props.figure.value.length > 3 ? "text-[min(clamp(2.5rem,5.5vw,5.5rem),14vw)]" : "text-[min(clamp(4rem,11vw,10rem),22vw)]"}`}
          >
            {props.figure.value}
          </span>
          <span className="label text-muted lg:mt-4">{props.figure.label}</span>
        </p>
      )}
    </header>
  )
}
