import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { XMLValidator } from "fast-xml-parser"
import { describe, expect, test } from "vitest"
import { pageHtml } from "#server/markup/page-html.ts"
import { paths } from "#test/e2e/support/paths.ts"
import { articleSlugs } from "#test/specification/article-slugs.ts"
import { articlesOf, categoryOptions, relatedTo, sortOptions } from "./articles.ts"
import { articlesOnDisk } from "./articles-on-disk.ts"
import { blogFeed } from "./feed.ts"
import { plainText, splitFrontMatter } from "./front-matter.ts"
import { fillNames } from "./names-in-text.ts"
import { frontMatterShape } from "./schema.ts"
import { site } from "./site.ts"
import { teasers } from "./teasers.ts"

const articles = articlesOf(articlesOnDisk)
const written = articles.filter((article) => article.href !== "#")
/** Words that an adult reads in a minute. */
const wordsPerMinute = 240

/** A fingerprint of the words of each article, taken from its page. Whoever rewrites an article changes its line. */
const wordsOf: Record<string, string> = {
  "b4m-pop-up-race-costa-mesa": "ca819b6310ba958a",
  "breaking-plateaus-dominate-360": "4dd1c952abca7a3d",
  "building-better-habits-30-day-guide": "432676410762ec4d",
  "fatherhood-fitness-balance": "e9a3230671cb43f9",
  "growing-personal-brand": "1670e4b23eccab42",
  "guest-qa-faith-failure-focus": "68d89af0c6317201",
  "leadership-lessons-team-sports-business": "9e4632d8942607f7",
  "mindset-shifts-maximize-performance": "32d2112fbe786002",
  "nutrition-simple-meal-plans": "3a288fdc18c5819e",
  "rise-of-club-balboa": "743be1d48eaf87d9",
  "setbacks-to-strength-athlete-transformation": "3fad2525b5357605",
  "setting-goals-social-media-journey": "f142db908fe64f7a",
}

describe("the article listing", () => {
  test("fourteen entries, ids 1-10 and 12-16 without 11 and 13, newest first", () => {
    expect(articles.map(({ id = 0 }) => id).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16,
    ])
    const dates = articles.map((article) => article.date)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(new Set(dates).size).toBe(14)
  })

  test("every choice of the filter finds an article; Brands finds the story of Club Balboa", () => {
    for (const { value } of categoryOptions.filter((option) => option.value !== "all"))
      expect(
        articles.some(({ category }) => category === value),
        value,
      ).toBe(true)
    expect(articles.filter(({ category }) => category === "Brands").map(({ slug }) => slug)).toEqual([
      "rise-of-club-balboa",
    ])
  })

  test("featured are 15, 16, 1, 2, 7, 8 and 14", () => {
    const featured = articles.filter((article) => article.featured).map(({ id = 0 }) => id)
    expect(featured.sort((a, b) => a - b)).toEqual([1, 2, 7, 8, 14, 15, 16])
  })

  test("the categories are those of the specification, and each can be filtered for", () => {
    expect([...new Set(articles.map((article) => article.category))].sort()).toEqual([
      "Brands",
      "Creators",
      "Events",
      "For Brands",
      "For Creators",
    ])
    expect(categoryOptions.map((option) => option.label)).toEqual([
      "All Categories",
      "For Creators",
      "For Brands",
      "Creators",
      "Brands",
      "Events",
    ])
    expect(sortOptions.map((option) => option.label)).toEqual(["Newest", "Oldest", "A-Z"])
  })

  test("the twelve pages of the specification, and two entries without a page", () => {
    expect(written.map((article) => article.slug).sort()).toEqual(articleSlugs.toSorted())
    const bare = articles.filter((article) => article.href === "#").map((article) => article.slug)
    expect(bare.sort()).toEqual([
      "faith-fitness-christian-athlete",
      "prayer-athletic-recovery-mental-clarity",
    ])
  })

  test("the facts of the two dated stories", () => {
    const race = articles.find((article) => article.id === 15)
    const club = articles.find((article) => article.id === 16)
    expect(race).toMatchObject({ date: "2025-07-14", category: "Events", author: site.team })
    expect(club).toMatchObject({ date: "2025-07-16", readTime: "4 min read", badges: ["Creators", "Brands"] })
    expect(club?.markdown).toContain("about 700 members")
  })
})

describe.each(written.map((article) => [article.slug, article] as const))("%s", (slug, article) => {
  const file = readFileSync(join(import.meta.dirname, `blog/${slug}.md`), "utf8")
  const source = file.replace(/^---\n[\s\S]*?\n---\n/, "")

  test("its front matter contains everything that a card needs", () => {
    const { related, badges, ...card } = article
    const own = {
      id: card.id,
      title: card.title,
      category: card.category,
      excerpt: card.excerpt,
      date: card.date,
    }
    const front = {
      ...own,
      readTime: card.readTime,
      featured: card.featured,
      related,
      badges,
      author: card.author,
    }
    expect(frontMatterShape.safeParse(front).error?.issues ?? []).toEqual([])
  })

  test("it has 700 to 1,400 words and states the correct reading time", () => {
    const words = plainText(article.markdown).split(" ").length
    expect(words).toBeGreaterThanOrEqual(700)
    expect(words).toBeLessThanOrEqual(1400)
    expect(Math.abs(Number.parseInt(article.readTime, 10) - words / wordsPerMinute)).toBeLessThan(0.75)
  })

  test("its heading levels never skip a step", () => {
    let level = 1
    for (const [, marks] of source.matchAll(/^(#+) /gm)) {
      const next = marks?.length ?? 0
      expect(next).toBeGreaterThan(1)
      expect(next - level).toBeLessThanOrEqual(1)
      level = next
    }
  })

  test("its page says what it said when it was MDX", () => {
    const words = pageHtml(article.markdown)
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&amp;", "&")
      .replaceAll("&quot;", '"')
      .replace(/\s+/g, " ")
      .trim()
    expect(createHash("sha256").update(words).digest("hex").slice(0, 16)).toBe(wordsOf[slug])
  })

  test("its links have targets", () => {
    const links = [...source.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? "")
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      if (link.startsWith("{")) expect(fillNames(link)).toMatch(/^https:/)
      else if (link.startsWith("/")) expect(paths).toContain(link)
      else expect(new URL(link).protocol).toBe("https:")
    }
  })

  test("its related articles have pages", () => {
    expect(relatedTo(article, articles).map((other) => other.slug)).toEqual([...article.related])
    expect(article.related).not.toContain(slug)
  })

  test("the plain text contains no markup, and the brand comes from the site", () => {
    expect(plainText(article.markdown)).not.toMatch(/[{}<>]|\]\(|\*\*/)
    expect(source).not.toContain(site.name)
  })
})

describe("pages and feeds with articles", () => {
  test("the plateau article leads to its three", () => {
    expect(articles.find((article) => article.id === 14)?.related).toEqual([
      `${site.slug}-pop-up-race-costa-mesa`,
      "setting-goals-social-media-journey",
      "growing-personal-brand",
    ])
  })

  test("three teasers on the home page, of Events and For Creators", () => {
    expect(teasers).toHaveLength(3)
    for (const teaser of teasers)
      expect(articles.find((article) => article.href === teaser.href)?.category).toBe(teaser.category)
    expect([...new Set(teasers.map((teaser) => teaser.category))].sort()).toEqual(["Events", "For Creators"])
  })

  test("the feed contains every page once, escaped", () => {
    const feed = blogFeed("https://b4m.example", articles)
    expect(XMLValidator.validate(feed)).toBe(true)
    expect(feed.match(/<item>/g)).toHaveLength(12)
    expect(feed).toContain("<title>Guest Q&amp;A: Faith, Failure and Focus With Isaiah Brandt</title>")
    expect(feed).toContain("<pubDate>Wed, 16 Jul 2025 12:00:00 GMT</pubDate>")
  })

  test("an error in front matter names the file and line", () => {
    expect(() => splitFrontMatter("no front matter", "a.md")).toThrow("a.md")
    expect(() => splitFrontMatter("---\nid: one\n---\nText", "b.md")).toThrow(
      'b.md: the front matter line "id: one"',
    )
  })
})
