import { Link } from "react-router"
import { teasers } from "#content/teasers.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Picture, type PictureSource } from "../../ui/picture.tsx"
import { Section } from "../../ui/section.tsx"

/** @param pictures one for each teaser, in their order */
export function BlogTeaser({ pictures }: { pictures: readonly PictureSource[] }) {
  return (
    <Section>
      <div className="flex flex-wrap items-end justify-between gap-6">
        <h2 className="display text-section">From the blog</h2>
        <ButtonLink to="/blog" look="plain">
          View All Posts
        </ButtonLink>
      </div>
      <ul className="mt-10 grid gap-x-8 gap-y-12 md:grid-cols-3">
        {teasers.map((post, index) => (
          <li key={post.href} className="group relative">
            {pictures[index] && <Picture picture={pictures[index]} decorative />}
            <p className="mt-2 text-label text-muted">{pictures[index]?.caption}</p>
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
