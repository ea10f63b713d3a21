import { site } from "#content/site.ts"
import { plainArticleSlugs } from "./article-slugs.ts"
import type { PageItems } from "./item.ts"

const popUp = `/blog/${site.slug}-pop-up-race-costa-mesa`

/** Section 2: the listing in each of its states, and the articles. */
export const blogPages: readonly PageItems[] = [
  {
    section: "2 /blog",
    path: "/blog",
    texts: ["14 total articles", "Featured Articles", "All Articles"],
    links: { "Load More Articles": "/blog?more" },
    markup: ['placeholder="Search articles..."', "line-clamp-3", 'href="/newsletter"'],
  },
  {
    section: "9 Category and sort options",
    path: "/blog",
    markup: [
      ...['value="all" selected="">All Categories', ">For Creators</option>", ">For Brands</option>"],
      ...[">Creators</option>", ">Brands</option>", ">Events</option>"],
      ...['value="newest" selected="">Newest', ">Oldest</option>", ">A-Z</option>"],
    ],
  },
  {
    section: "2 /blog, filtered",
    path: "/blog?search=cowbells",
    texts: ["Found 1 article ", "Search Results"],
    links: { Clear: "/blog" },
  },
  { section: "2 /blog, filtered", path: "/blog?category=For+Creators", texts: [" articles Search Results"] },
  { section: "2 /blog, sorted", path: "/blog?sort=oldest", texts: ["Found 14 articles"] },
  {
    section: "2 /blog, nothing found",
    path: "/blog?search=zzzz",
    texts: ["Found 0 articles", "No articles found", "Try adjusting your search terms or filters"],
    links: { "Clear Filters": "/blog" },
  },
  {
    section: "2 /blog, footer",
    path: "/blog",
    texts: ["For Athletes For Creators", "For Brands For Brands", "Resources Blog", "© 2024"],
    links: {
      "For Creators": "/for-creators",
      "Our Athletes": "/athletes",
      "For Brands": "/for-brands",
      Blog: "/blog",
      "Community Chat": site.links.chat,
    },
  },
  {
    section: "2 Breaking plateaus",
    path: "/blog/breaking-plateaus-dominate-360",
    texts: ["Related Articles"],
    links: {
      "Back to Blog": "/blog",
      "apply to join us": "/creator-application",
      "Pop-Up Race Costa Mesa: The Recap": popUp,
      "Setting Goals for Your Social Media Journey": "/blog/setting-goals-social-media-journey",
      "Growing Your Personal Brand as an Athlete": "/blog/growing-personal-brand",
    },
  },
  {
    section: "2 Pop-up race recap",
    path: popUp,
    texts: ["Events", `By ${site.name} Team · July 14, 2025`, "What's Next", "Related Articles"],
    links: {
      newsletter: "/newsletter",
      "activity club": site.links.club,
      "Harbor Mile Collective": "https://instagram.example/harbormilecollective",
    },
  },
  {
    section: "2 Club founder story",
    path: "/blog/rise-of-club-balboa",
    texts: ["Creators Brands", "July 16, 2025 · 4 min read", "about 700 members"],
    links: {
      "its social page": "https://instagram.example/clubbalboa",
      "the shop": "https://clubbalboa.example/shop",
    },
  },
  ...plainArticleSlugs.map((slug) => ({
    section: "2 Blog article pages",
    path: `/blog/${slug}`,
    texts: [" min read"],
    links: { "Back to Blog": "/blog" },
  })),
]
