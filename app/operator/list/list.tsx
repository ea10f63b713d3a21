import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table"
import { type ReactNode, useMemo } from "react"
import { Link, useLocation } from "react-router"
import { grouped } from "#content/amounts.ts"
import { PressForm } from "../frame/press-form.tsx"
import { pageSize, withParts } from "./address.ts"
import { BulkBar, type BulkCommand } from "./bulk-bar.tsx"
import type { Column } from "./column.ts"

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature })

interface ListProps<Row extends object> {
  /** The noun for the rows, such as "activities", for the caption and the counts. */
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** How many rows match the filter, on all pages. */
  total: number
  idOf(row: Row): string
  /** The address of a row's page. */
  linkOf?(row: Row): string
  address: {
    filter: object
    page: number
    sort: { column: string; descending: boolean } | null
    columns: readonly string[] | null
    dropped: readonly string[]
  }
  /** The address of the CSV file; the query of this list is appended. */
  csv?: string
  /** Commands for many rows at once. Without any, rows cannot be selected. */
  bulk?: readonly BulkCommand[]
  /** Shown when there is nothing at all, or nothing in this view: what that means, and what comes next. */
  empty: ReactNode
  /** Filters that choose a view of the desk, to which `empty` also applies. */
  views?: readonly string[]
  /** Shown when no row matches the filter. */
  noMatch?: ReactNode
  /** Below the rows and inside their form, for fields that stand in them. */
  foot?: ReactNode
}

/**
 * The one list of the console: a table on a wide window and cards on a phone, ordered and paged by its address, with a CSV file of
 * exactly what its filter shows and commands for selected rows or for all that match. Works without scripts.
 */
export function List<Row extends object>(props: ListProps<Row>) {
  const { rows, total, idOf, address, bulk = [] } = props
  const { search } = useLocation()
  const shown = useMemo(() => {
    const byId = new Map(props.columns.map((column) => [column.id, column]))
    return address.columns?.flatMap((id) => byId.get(id) ?? []) ?? [...props.columns]
  }, [props.columns, address.columns])
  const columns = useMemo(
    () =>
      shown.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          header: column.title,
          accessorFn: (row) => column.value(row),
          cell: ({ row }) => column.cell?.(row.original) ?? column.value(row.original),
        }),
      ),
    [shown],
  )
  const table = useTable({ features, columns, data: rows as Row[], getRowId: idOf })
  const selectable = bulk.length > 0 && rows.length > 0
  const chosen = Object.keys(table.state.rowSelection).length
  const isFiltered = Object.keys(address.filter).some((name) => !props.views?.includes(name))
  return (
    <PressForm action={search || "?"} aria-label={`Commands for ${props.name}`}>
      {address.dropped.length > 0 && (
        <p className="mb-3 border-l-4 border-line bg-raised px-4 py-2.5 text-small">
          {`This address also asks for filters that no longer exist: ${address.dropped.join(", ")}. They were left out.`}
        </p>
      )}
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-small">
        <p className="figures text-muted">{countLine(total, address.page)}</p>
        {props.csv && total > 0 && (
          <a className="inline-flex min-h-11 items-center" href={`/operator${props.csv}${search}`} download>
            {`Download ${grouped(total)} as CSV`}
          </a>
        )}
      </div>
      {rows.length === 0 ? (
        <div className="border border-line bg-raised px-5 py-10 text-center text-muted">
          {isFiltered ? (props.noMatch ?? "Nothing matches this filter.") : props.empty}
        </div>
      ) : (
        // biome-ignore-start lint/a11y/noRedundantRoles: as cards, the elements lose the roles of a table
        // Wider than the window on some tablets: then the table scrolls, and not the page.
        <div className="overflow-x-auto">
          <table role="table" className="list-table w-full text-small">
            <caption className="sr-only">{props.name}</caption>
            <thead role="rowgroup">
              {table.getHeaderGroups().map((group) => (
                <tr key={group.id} role="row">
                  {selectable && (
                    <th scope="col" className="w-9">
                      <input
                        type="checkbox"
                        className="size-5 align-middle"
                        aria-label="Select all on this page"
                        checked={table.getIsAllRowsSelected()}
                        onChange={table.getToggleAllRowsSelectedHandler()}
                      />
                    </th>
                  )}
                  {group.headers.map((header, index) => (
                    <Heading
                      key={header.id}
                      column={shown[index] as Column<Row>}
                      sort={address.sort}
                      search={search}
                    />
                  ))}
                </tr>
              ))}
            </thead>
            <tbody role="rowgroup">
              {table.getRowModel().rows.map((row, place) => (
                <tr key={row.id} role="row" data-selected={row.getIsSelected() || undefined}>
                  {selectable && (
                    <td role="cell">
                      <input
                        type="checkbox"
                        name="id"
                        value={row.id}
                        className="size-5 align-middle"
                        aria-label={`Select ${String(shown[0]?.value(row.original) ?? row.id)}`}
                        checked={row.getIsSelected()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </td>
                  )}
                  {row.getVisibleCells().map((cell, index) => {
                    const column = shown[index] as Column<Row>
                    const content = column.cell?.(row.original) ?? column.value(row.original)
                    return (
                      <td
                        key={cell.id}
                        role="cell"
                        data-label={column.title}
                        className={`${column.numeric ? "figures lg:text-right" : ""} ${column.short ? "xl:whitespace-nowrap" : ""}`}
                      >
                        {index === 0 && props.linkOf ? (
                          <Link
                            to={props.linkOf(row.original)}
                            className="font-semibold"
                            {...(place === 0 && { "data-key": "o", "data-says": "Open the first" })}
                          >
                            {content}
                          </Link>
                        ) : (
                          content
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        // biome-ignore-end lint/a11y/noRedundantRoles: as above
      )}
      {props.foot}
      <Pages total={total} page={address.page} search={search} />
      {selectable && <BulkBar commands={bulk} chosen={chosen} total={total} name={props.name} />}
    </PressForm>
  )
}

function countLine(total: number, page: number): string {
  if (total === 0) return ""
  const from = (page - 1) * pageSize + 1
  return total <= pageSize
    ? `${grouped(total)} total`
    : `${grouped(from)}–${grouped(Math.min(total, from + pageSize - 1))} of ${grouped(total)}`
}

function Heading<Row>({
  column,
  sort,
  search,
}: {
  column: Column<Row>
  sort: ListProps<object>["address"]["sort"]
  search: string
}) {
  const current = sort?.column === column.id ? (sort.descending ? "descending" : "ascending") : undefined
  const next = current === "ascending" ? `-${column.id}` : column.id
  return (
    <th scope="col" aria-sort={current} className={column.numeric ? "lg:text-right" : "text-left"}>
      {column.sortable ? (
        <Link to={withParts(search, { sort: next })} className="no-underline hover:underline">
          {column.title}
          {current && <span aria-hidden="true">{current === "ascending" ? " ↑" : " ↓"}</span>}
        </Link>
      ) : (
        column.title
      )}
    </th>
  )
}

function Pages({ total, page, search }: { total: number; page: number; search: string }) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return null
  const to = (number: number) => withParts(search, { page: number === 1 ? null : String(number) })
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center gap-5 text-small">
      {page > 1 && (
        <Link className="inline-flex min-h-11 items-center" to={to(page - 1)}>
          Previous
        </Link>
      )}
      <span className="figures text-muted">{`Page ${grouped(page)} of ${grouped(last)}`}</span>
      {page < last && (
        <Link className="inline-flex min-h-11 items-center" to={to(page + 1)}>
          Next
        </Link>
      )}
    </nav>
  )
}
