import { Link } from "react-router"
import { site } from "#content/site.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Section } from "../../ui/section.tsx"

const posts = [
  {
    to: `/blog/${site.slug}-pop-up-race-costa-mesa`,
    category: "Events",
    title: `${site.name} Pop-Up Race in Costa Mesa`,
    excerpt:
      "An early start, three partner run clubs and a finish line drawn in chalk: how our pop-up race went.",
  },
  {
    to: "/blog/setting-goals-social-media-journey",
    category: "For Creators",
    title: "Setting Goals for Your Social Media Journey",
    excerpt: "You would not start a marathon block without a plan. Give your feed the same respect.",
  },
  {
    to: "/blog/growing-personal-brand",
    category: "For Creators",
    title: "Growing Your Personal Brand as an Athlete",
    excerpt:
      "A brand is what people expect of you when you are not in the room. Here is how to earn a good one.",
  },
]

export function BlogTeaser() {
  return (
    <Section>
      <div className="flex flex-wrap items-end justify-between gap-6">
        <h2 className="display text-section">From the blog</h2>
        <ButtonLink to="/blog" look="plain">
          View All Posts
        </ButtonLink>
      </div>
      <ul className="mt-10 border-t border-line">
        {posts.map((post) => (
          <li key={post.to} className="border-b border-line">
            <Link
              to={post.to}
              prefetch="intent"
              className="group grid gap-x-10 gap-y-2 py-7 lg:grid-cols-[10rem_minmax(0,6fr)_minmax(0,5fr)] lg:items-baseline"
            >
              <span className="label text-muted">{post.category}</span>
              <h3 className="display text-card decoration-2 underline-offset-4 group-hover:underline lg:text-[1.75rem]">
                {post.title}
              </h3>
              <p className="text-muted">{post.excerpt}</p>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
