import { useEffect, useRef } from "react"
import { Form, Link, useSubmit } from "react-router"
import { categoryOptions, sortOptions } from "#content/articles.ts"
import { buttonClass } from "../../ui/button.tsx"
import { type Filters, filtersOf, isFiltered } from "./filters.ts"

const control =
  "min-h-12 w-full rounded-card border-2 border-line bg-raised px-4 text-base focus-visible:border-text"

/** Search, category and sort: a GET form. Once hydrated, every change submits it. */
export function FilterBar({ filters }: { filters: Filters }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const hydrated = useRef(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Submits what was entered before hydration. Browser autofill is off (autocomplete).
  // Later, Back, Clear and links change the URL; all fields follow it except the focused one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search is what changes
  useEffect(() => {
    if (!hydrated.current) {
      hydrated.current = true
      if (form.current && changes(form.current, filters)) send(form.current)
    } else if (search.current && document.activeElement !== search.current)
      search.current.value = filters.search
  }, [filters.search])
  useEffect(() => () => clearTimeout(waiting.current), [])

  function send(form: HTMLFormElement) {
    clearTimeout(waiting.current)
    submit(queryOf(form), { action: "/blog", replace: isFiltered(filters), preventScrollReset: true })
  }

  return (
    <search className="gutter z-10 border-b border-line bg-surface py-4 lg:sticky lg:top-nav">
      <Form
        ref={form}
        action="/blog"
        autoComplete="off"
        preventScrollReset
        onSubmit={(event) => {
          event.preventDefault()
          send(event.currentTarget)
        }}
        className="grid gap-3 sm:flex sm:flex-wrap lg:grid lg:grid-cols-[minmax(0,1fr)_auto_auto_auto_auto]"
      >
        <label className="sm:w-full lg:w-auto">
          <span className="sr-only">Search articles</span>
          <input
            ref={search}
            type="search"
            name="search"
            placeholder="Search articles..."
            defaultValue={filters.search}
            onChange={(event) => {
              const { form } = event.currentTarget
              clearTimeout(waiting.current)
              if (form) waiting.current = setTimeout(() => send(form), 250)
            }}
            className={`${control} placeholder:text-muted`}
          />
        </label>
        <label className="sm:flex-1">
          <span className="sr-only">Category</span>
          <select
            key={filters.category}
            name="category"
            defaultValue={filters.category}
            onChange={(event) => event.currentTarget.form && send(event.currentTarget.form)}
            className={control}
          >
            {categoryOptions.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">Sort</span>
          <select
            key={filters.sort}
            name="sort"
            defaultValue={filters.sort}
            onChange={(event) => event.currentTarget.form && send(event.currentTarget.form)}
            className={control}
          >
            {sortOptions.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={buttonClass("main")}>
          Search
        </button>
        {isFiltered(filters) && (
          <Link to="/blog" preventScrollReset className={buttonClass("plain")}>
            Clear
          </Link>
        )}
      </Form>
    </search>
  )
}

/** The submitted values, without defaults. */
function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (value && !(name === "category" && value === "all") && !(name === "sort" && value === "newest"))
      query.set(name, String(value))
  return query
}

function changes(form: HTMLFormElement, { search, category, sort }: Filters): boolean {
  const inForm = filtersOf(queryOf(form))
  return inForm.search !== search || inForm.category !== category || inForm.sort !== sort
}
