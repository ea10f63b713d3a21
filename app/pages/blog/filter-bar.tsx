import { useEffect, useRef } from "react"
import { Form, Link, useSubmit } from "react-router"
import { categoryOptions, sortOptions } from "#content/articles.ts"
import { buttonClass } from "../../ui/button.tsx"
import { type Filters, isFiltered } from "./filters.ts"

const control =
  "min-h-12 w-full rounded-card border-2 border-line bg-raised px-4 text-base focus-visible:border-text"

/** Search, category and sort. Without scripts the button sends the form; with them every change does. */
export function FilterBar({ filters }: { filters: Filters }) {
  const submit = useSubmit()
  const search = useRef<HTMLInputElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Back, Clear and links change the address; the fields follow, except under the visitor's hands.
  useEffect(() => {
    if (search.current && document.activeElement !== search.current) search.current.value = filters.search
  }, [filters.search])
  useEffect(() => () => clearTimeout(waiting.current), [])

  function send(form: HTMLFormElement) {
    clearTimeout(waiting.current)
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (value && !(name === "category" && value === "all") && !(name === "sort" && value === "newest"))
        query.set(name, String(value))
    submit(query, { action: "/blog", replace: isFiltered(filters), preventScrollReset: true })
  }

  return (
    <search className="gutter z-10 border-b border-line bg-surface py-4 lg:sticky lg:top-nav">
      <Form
        action="/blog"
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
