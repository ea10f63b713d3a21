import { expect, test } from "vitest"
import { articlesOf } from "#content/articles.ts"
import { articlesOnDisk } from "#content/articles-on-disk.ts"
import { countLine, type Filters, filtersOf, isFiltered, matching, shownCount } from "./filters.ts"

const none: Filters = { search: "", category: "all", sort: "newest", more: false }
const articles = articlesOf(articlesOnDisk)
const filters = (query: string) => filtersOf(new URLSearchParams(query))

test("an empty address means no filter, newest first, nine shown", () => {
  expect(filters("")).toEqual(none)
  expect(isFiltered(none)).toBe(false)
  const found = matching(articles, none)
  expect(found).toHaveLength(14)
  expect(found.map((article) => article.date)).toEqual(
    found
      .map((article) => article.date)
      .sort()
      .reverse(),
  )
  expect(shownCount(14, none)).toBe(9)
  expect(countLine(14, none)).toBe("14 total articles")
})

test("invalid values count as the default", () => {
  expect(filters("category=Cats&sort=loudest&search=%20%20")).toEqual(none)
})

test("text is found in title, excerpt and body, regardless of case", () => {
  const entry = {
    title: "One",
    excerpt: "Two",
    markdown: "Three",
    category: "Events" as const,
    date: "2025-01-01",
  }
  for (const search of ["one", "TWO", "thrEE"])
    expect(matching([entry], { ...none, search })).toEqual([entry])
  expect(matching([entry], { ...none, search: "four" })).toEqual([])
})

test("a category shows its own articles, all of them without Load More", () => {
  const chosen = filters("category=For+Creators")
  const found = matching(articles, chosen)
  expect(found.length).toBeGreaterThan(0)
  expect(found.every((article) => article.category === "For Creators")).toBe(true)
  expect(shownCount(12, chosen)).toBe(12)
})

test("sorts by date upward and by title", () => {
  const dates = matching(articles, filters("sort=oldest")).map((article) => article.date)
  expect(dates).toEqual([...dates].sort())
  const titles = matching(articles, filters("sort=az")).map((article) => article.title)
  expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b, "en-US")))
  expect(isFiltered(filters("sort=az"))).toBe(true)
})

test("words the count", () => {
  const search = { ...none, search: "x" }
  expect([0, 1, 2].map((found) => countLine(found, search))).toEqual([
    "Found 0 articles",
    "Found 1 article",
    "Found 2 articles",
  ])
})

test("`more` shows all articles without counting as a filter", () => {
  expect(isFiltered(filters("more"))).toBe(false)
  expect(shownCount(14, filters("more"))).toBe(14)
})

test("a search with straight quotation marks finds typographic ones", () => {
  const markdown = "“They think I’m joking,” she says."
  const article = { title: "", excerpt: "", markdown, category: "Events", date: "2025-01-01" } as const
  for (const search of ['"they think I\'m joking," she', "i’m joking"])
    expect(matching([article], { ...none, search })).toHaveLength(1)
})
