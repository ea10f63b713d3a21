import { Navigate } from "react-router"
import { pageMeta } from "../../document/meta.ts"
import { Queries } from "../../live/queries.tsx"
import { useAuth } from "../../session/session.tsx"
import { AccountNav } from "./account-nav.tsx"
import { ChangeAddress } from "./change-address.tsx"
import { ChangePassword } from "./change-password.tsx"
import { DeleteAccount } from "./delete-account.tsx"
import { Devices } from "./devices.tsx"
import { ExportData } from "./export-data.tsx"
import { Passkeys } from "./passkeys.tsx"
import { Tokens } from "./tokens.tsx"
import { TwoSteps } from "./two-steps.tsx"
import { useSignedIn } from "./use-signed-in.ts"
import { Waiting } from "./waiting.tsx"

export const meta = () => [
  ...pageMeta({
    title: "Security",
    description: "Your password, email address, passkeys, devices, two-step sign-in and data.",
  }),
  { name: "robots", content: "noindex" },
]

/**
 * The data that only the account service knows and changes, through its client. Signed-out visitors sign in first and
 * return.
 */
export default function Security() {
  const { session } = useAuth()
  const { isIn, elsewhere } = useSignedIn()
  if (isIn === false) return <Navigate to={elsewhere} replace />
  return (
    <div className="gutter pt-[clamp(2rem,4vw,3.5rem)] pb-section">
      <AccountNav />
      {isIn && session ? (
        <Queries key={session.user.id} owner={session.user.id}>
          <h1 className="display mt-6 mb-10 text-title">Security</h1>
          <ChangePassword />
          <ChangeAddress />
          <Passkeys />
          <TwoSteps />
          <Devices />
          <Tokens />
          <ExportData />
          <DeleteAccount />
        </Queries>
      ) : (
        <Waiting withoutScripts="This page needs JavaScript, which is turned off in this browser." />
      )}
    </div>
  )
}
