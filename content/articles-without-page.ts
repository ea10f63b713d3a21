import type { ArticleEntry } from "./schema.ts"

/** Listing entries that have no page yet; their cards link to '#'. The text is for the search. */
export const articlesWithoutPage: readonly ArticleEntry[] = [
    {
      id: 10,
      title: "Faith and Fitness: Training as a Christian Athlete",
      slug: "faith-fitness-christian-athlete",
      category: "Creators",
      excerpt:
        "How some of our members bring their faith to the start line: gratitude before pace, rest as a commandment, and service at the water table.",
      date: "2025-05-20",
      readTime: "4 min read",
      featured: false,
      related: [],
    soon: true,
    markdown:
        "Several athletes in our community train as Christians. They talk about gratitude for a body that moves, about keeping a day of rest, and about serving others at a race as part of running it.",
    },
    {
      id: 12,
      title: "Prayer, Athletic Recovery and Mental Clarity",
      slug: "prayer-athletic-recovery-mental-clarity",
      category: "Creators",
      excerpt:
        "Ten quiet minutes after a hard session: what members who pray, and members who simply sit still, say about coming down from the effort.",
      date: "2025-06-03",
      readTime: "4 min read",
      featured: false,
      related: [],
    soon: true,
    markdown:
        "A quiet end to a hard session. Some members pray, some breathe, some sit. They describe an easier evening, a clearer head and better sleep.",
    },
  ]

/**
 * The entries of the listing, newest first.
 * @param files the source of each article, by file name: `{ "growing-personal-brand.md": "---\nid: 1 ..." }`
 */
export function articlesFrom(files: Readonly<Record<string, string>>): Article[] {
  const written = Object.entries(files).map(([file, source]): Article => {
    const slug = file.slice(file.lastIndexOf("/") + 1).replace(/\.md$/, "")
    const { front, body } = splitFrontMatter(source, file)
    return {
      ...front,
      slug,
      badges: front.badges ?? [front.category],
      author: front.author ?? site.team,
      image: pictureSrc("blog", slug),
      href: `/blog/${slug}`,
      markdown: body,
      content: plainText(body),
    }
  })
  const bare = withoutPage.map((entry): Article => {
    const { slug, category } = entry
    return {
      ...entry,
      badges: [category],
      author: site.team,
      image: pictureSrc("blog", slug),
      related: [],
      href: "#",
      markdown: "",
    }
  })
  return [...written, ...bare].sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
}

/** Related entries that have a page, shown as cards below an article. */
export function relatedTo(article: Article, all: readonly Article[]): Article[] {
  return article.related.flatMap(
    (slug) => all.find((other) => other.slug === slug && other.href !== "#") ?? [],
  )
}
