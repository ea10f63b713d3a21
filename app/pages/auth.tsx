import { pageMeta } from "../meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"

export const meta = () =>
  pageMeta({
    title: "Sign in",
    description: "Sign in or create an account to put your training on the board.",
  })

export default function Auth() {
  return (
    <PageHead title="Sign in" lead="Your account puts your training on the board.">
      <ButtonLink to="/leaderboard">See the Leaderboard</ButtonLink>
    </PageHead>
  )
}
