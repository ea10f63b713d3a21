import type { RouterContextProvider } from "react-router"
import { longDate } from "#content/dates.ts"
import { countedAs, type Figure } from "#content/words/figures.ts"
import { countFigure } from "#domain/publishing/count-figure.ts"
import { words, world } from "../context.ts"

interface ShownFigure {
  value: string
  label: string
  /** When and by whom it was counted; absent for a sample. */
  note?: string
}

/** The community's figures on a page, and whether any of them is a sample. Called by loaders. */
export async function figuresOn(
  context: Readonly<RouterContextProvider>,
  page: Figure["page"],
): Promise<{ items: ShownFigure[]; samples: boolean }> {
  const figures = context
    .get(words)
    .list("figures")
    .filter((figure) => figure.page === page)
  const items = figures.map(async (figure): Promise<ShownFigure> => {
    const { label, value, how, slug, asOf, source } = figure
    const counted = countedAs(slug)
    if (how === "counted" && counted)
      return {
        value: await countFigure(context.get(world), counted),
        label,
        note: "Counted from our database today",
      }
    if (how === "typed" && asOf && source) return { value, label, note: `${source}, ${longDate(asOf)}` }
    return { value, label }
  })
  return { items: await Promise.all(items), samples: figures.some(({ how }) => how === "sample") }
}
