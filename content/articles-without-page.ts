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
