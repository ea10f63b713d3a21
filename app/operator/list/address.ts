import type { z } from "zod"
import type { Column } from "./column.ts"

/** The filters of a list as a zod shape of optional texts, as they appear in its URL. */
type FilterShape = z.ZodObject<Record<string, z.ZodType>>

/** The state in the address of a list: its filter, order, page and columns, and the parts that no longer exist. */
export interface ListAddress<Filter> {
  filter: Filter
  /** A column, descending with a minus in front; null for the desk's own order. */
  sort: { column: string; descending: boolean } | null
  /** From 1. */
  page: number
  /** Columns to show, in order; null for all. */
  columns: readonly string[] | null
  /** Names or values in the address that mean nothing today, so that an old link still opens. */
  dropped: readonly string[]
}

export const pageSize = 50

const ofEveryList = new Set(["sort", "page", "columns", "done", "format"])

/**
 * Reads the address of a list. Unknown filters and invalid values are left out and reported, so that a saved address
 * keeps working.
 */
export function readAddress<Shape extends FilterShape>(
  request: Request,
  shape: Shape,
  columnsOfList: readonly Pick<Column<never>, "id">[],
): ListAddress<z.infer<Shape>> {
  const { searchParams } = new URL(request.url)
  const columns = columnsOfList.map(({ id }) => id)
  const dropped: string[] = []
  const given: Record<string, string> = {}
  for (const [name, value] of searchParams) {
    if (ofEveryList.has(name) || name.startsWith("_") || value === "") continue
    const field = Object.hasOwn(shape.shape, name) ? shape.shape[name] : undefined
    if (field?.safeParse(value).success) given[name] = value
    else dropped.push(`${name} = ${value}`)
  }
  const wanted = (searchParams.get("columns") ?? "").split(",").filter(Boolean)
  const known = wanted.filter((name) => columns.includes(name))
  dropped.push(...wanted.filter((name) => !columns.includes(name)).map((name) => `column ${name}`))
  const sort = searchParams.get("sort") ?? ""
  const column = sort.replace(/^-/, "")
  if (sort && !columns.includes(column)) dropped.push(`order by ${column}`)
  const page = Number(searchParams.get("page") ?? 1)
  return {
    filter: shape.parse(given) as z.infer<Shape>,
    sort: columns.includes(column) ? { column, descending: sort.startsWith("-") } : null,
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
    columns: known.length > 0 ? known : null,
    dropped,
  }
}

/** The range of rows of the page in the address. */
export function windowOf({ page }: Pick<ListAddress<unknown>, "page">): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize }
}

/** The order that an address asks for, among those that the query of the desk knows; null for the desk's own. */
export function orderOf<Name extends string>(
  { sort }: Pick<ListAddress<unknown>, "sort">,
  known: readonly Name[],
): { column: Name; descending: boolean } | null {
  const column = known.find((one) => one === sort?.column)
  return column && sort ? { column, descending: sort.descending } : null
}

/** The address of this list with some parts changed; null removes one. Changing anything but the page returns to the first. */
export function withParts(search: string, parts: Record<string, string | null>): string {
  const next = new URLSearchParams(search)
  next.delete("done")
  if (!("page" in parts)) next.delete("page")
  for (const [name, value] of Object.entries(parts)) {
    if (value === null || value === "") next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  return text ? `?${text}` : "?"
}
