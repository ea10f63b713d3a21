import { NavLink } from "react-router"
import { useAuth } from "./session.tsx"

const look =
  "label inline-flex min-h-11 cursor-pointer items-center px-3.5 decoration-2 underline-offset-[0.5em] hover:underline aria-[current=page]:underline aria-[current=page]:decoration-4"

/**
 * The sign-in link or the user's name. Both share one place in the bar, and the session mark on the document selects
 * the visible one, so the layout does not shift. Before hydration, signing out is a form post: only a script can end
 * the session that this browser stores, so the sign-in page ends it after its script loads.
 */
export function AccountLinks() {
  const { signOut } = useAuth()
  return (
    <div className="-mx-3.5 grid items-center lg:mx-0 lg:justify-items-end">
      <NavLink
        to="/auth"
        className={`${look} justify-self-start [grid-area:1/1] in-data-session:invisible lg:justify-self-end`}
      >
        Sign in
      </NavLink>
      <div className="invisible flex gap-1 [grid-area:1/1] in-data-session:visible">
        <NavLink to="/account" className={look}>
          Account
        </NavLink>
        <form
          method="post"
          action="/auth?sign-out"
          onSubmit={(event) => {
            event.preventDefault()
            void signOut()
          }}
        >
          <button type="submit" className={look}>
            Sign out
          </button>
        </form>
      </div>
    </div>
  )
}
