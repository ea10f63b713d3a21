import { site } from "#content/site.ts"
import { pageMeta } from "../../meta.ts"
import { useAuth } from "../../session.tsx"
import { ButtonLink } from "../../ui/button.tsx"

export const meta = () => [
  ...pageMeta({ title: "Account", description: `Your ${site.name} account.` }),
  { name: "robots", content: "noindex" },
]

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long" })

export default function Account() {
  const { user } = useAuth()
  if (!user) return null
  const name = String(user.user_metadata.full_name ?? "").trim()
  const facts = [
    ["Name", name || "Not given"],
    ["Email", user.email ?? ""],
    ["Member since", longDate.format(new Date(user.created_at))],
  ]
  return (
    <>
      <h1 className="display mt-6 text-title break-words">{name ? `Hello, ${name}` : "Your account"}</h1>
      <dl className="mt-10 border-t border-line">
        {facts.map(([term, value]) => (
          <div key={term} className="grid gap-x-8 border-b border-line py-4 sm:grid-cols-[12rem_1fr]">
            <dt className="label text-muted">{term}</dt>
            <dd className="figures break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/leaderboard">See the Leaderboard</ButtonLink>
        <ButtonLink to="/account/security" look="plain">
          Password, devices and data
        </ButtonLink>
      </div>
    </>
  )
}
