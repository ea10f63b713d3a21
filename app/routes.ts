import { index, layout, type RouteConfig, route } from "@react-router/dev/routes"
import { articleSlugs } from "./vite/article-slugs.ts"

/** Every address of the site, in the order of the specification. */
export default [
  index("pages/home/page.tsx"),
  route("about", "pages/about.tsx"),
  route("athletes", "pages/athletes/directory.tsx"),
  route("athletes/:id", "pages/athletes/detail.tsx"),
  route("blog", "pages/blog/listing.tsx"),
  layout(
    "pages/blog/article.tsx",
    articleSlugs.map((slug) => route(`blog/${slug}`, `../content/blog/${slug}.mdx`)),
  ),
  route("community", "pages/community.tsx"),
  route("events", "pages/events.tsx"),
  route("partners", "pages/partners.tsx"),
  route("donate", "pages/donate.tsx"),
  route("newsletter", "pages/form.tsx", { id: "newsletter" }),
  route("for-brands", "pages/pricing/for-brands.tsx"),
  route("for-creators", "pages/pricing/for-creators.tsx"),
  route("brand-application", "pages/form.tsx", { id: "brand-application" }),
  route("creator-application", "pages/form.tsx", { id: "creator-application" }),
  route("athlete-application", "pages/form.tsx", { id: "athlete-application" }),
  route("shop", "pages/shop/page.tsx"),
  route("checkout-success", "pages/shop/success.tsx"),
  route("checkout-cancel", "pages/shop/cancel.tsx"),
  route("case-study", "pages/case-study.tsx"),
  route("social-media-planner-waitlist", "pages/form.tsx", { id: "social-media-planner-waitlist" }),
  route("built2connect-waitlist", "pages/form.tsx", { id: "built2connect-waitlist" }),
  route("creator-newsletter", "pages/form.tsx", { id: "creator-newsletter" }),
  route("leaderboard", "pages/leaderboard/page.tsx"),
  route("leaderboard/athletes/:slug", "pages/leaderboard/athlete.tsx"),
  route("auth", "pages/auth.tsx"),
  layout("pages/account/layout.tsx", [
    route("account", "pages/account/page.tsx"),
    route("account/security", "pages/account/security.tsx"),
  ]),
  route("blog/rss.xml", "pages/machines/rss.ts"),
  route("sitemap.xml", "pages/machines/sitemap.ts"),
  route("robots.txt", "pages/machines/robots.ts"),
  route("*", "pages/not-found.tsx"),
] satisfies RouteConfig
