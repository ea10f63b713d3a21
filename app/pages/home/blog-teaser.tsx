import { Link } from "react-router"
import { ButtonLink } from "../../ui/button.tsx"
import { Picture } from "../../ui/picture.tsx"
import { Section } from "../../ui/section.tsx"
import type { ShownTeaser } from "../../words/teasers.ts"

export function BlogTeaser({ posts }: { posts: readonly ShownTeaser[] }) {
  return (
    <Section>
      <div className="flex flex-wrap items-end justify-between gap-6">
        <h2 className="display text-section">From the blog</h2>
        <ButtonLink to="/blog" look="plain">
          View All Posts
        </ButtonLink>
      </div>
      <ul className="mt-10 grid gap-x-8 gap-y-12 md:grid-cols-3">
        {posts.map((post) => (
          <li key={post.href} className="group relative">
            {/* An added picture has any shape; a drawing has this one. */}
            <Picture
              picture={post.picture}
              decorative
              className={post.picture.srcSet ? "aspect-video object-cover" : ""}
            />
            <p className="mt-2 text-label text-muted">{post.picture.caption}</p>
            <p className="label mt-3">{post.category}</p>
            <h3 className="display mt-2 text-card">
              <Link
                to={post.href}
                prefetch="intent"
                className="decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
              >
                {post.title}
              </Link>
            </h3>
            <p className="mt-2 text-muted">{post.excerpt}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
