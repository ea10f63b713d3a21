import { Link, Outlet } from "react-router"

/** Around every article. */
export default function Article() {
  return (
    <article className="gutter py-section">
      <Link to="/blog" className="label underline decoration-2 underline-offset-[0.5em]">
        Back to Blog
      </Link>
      <Outlet />
    </article>
  )
}
