import { pageMeta } from "../../meta.ts"
import { useAuth } from "../../session.tsx"
import { ChangeAddress } from "./change-address.tsx"
import { ChangePassword } from "./change-password.tsx"
import { DeleteAccount } from "./delete-account.tsx"
import { Devices } from "./devices.tsx"
import { ExportData } from "./export-data.tsx"
import { Passkeys } from "./passkeys.tsx"
import { TwoSteps } from "./two-steps.tsx"

export const meta = () => [
  ...pageMeta({
    title: "Security",
    description: "Your password, email address, passkeys, devices, two-step sign-in and data.",
  }),
  { name: "robots", content: "noindex" },
]

export default function Security() {
  const { user } = useAuth()
  if (!user) return null
  return (
    <>
      <h1 className="display mt-6 mb-10 text-title">Security</h1>
      <ChangePassword />
      <ChangeAddress />
      <Passkeys />
      <TwoSteps />
      <Devices />
      <ExportData />
      <DeleteAccount />
    </>
  )
}
