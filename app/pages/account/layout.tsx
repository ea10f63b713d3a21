import { Navigate, Outlet } from "react-router"
import { Queries } from "../../queries.tsx"
import { useAuth } from "../../session.tsx"
import { AccountNav } from "./account-nav.tsx"
import { useSignedIn } from "./use-signed-in.ts"
import { Waiting } from "./waiting.tsx"

/** Wraps the account pages that load their data in the browser. Signed-out visitors sign in first and return. */
export default function AccountLayout() {
  const { session } = useAuth()
  const { isIn, elsewhere } = useSignedIn()
  if (isIn === false) return <Navigate to={elsewhere} replace />
  return (
    <div className="gutter pt-[clamp(2rem,4vw,3.5rem)] pb-section">
      <AccountNav />
      {isIn && session ? (
        <Queries key={session.user.id} owner={session.user.id}>
          <Outlet />
        </Queries>
      ) : (
        <Waiting withoutScripts="This page needs JavaScript, which is turned off in this browser." />
      )}
    </div>
  )
}
