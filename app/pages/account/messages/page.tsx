import { site } from "#content/site.ts"
import { ownConversations } from "#domain/leads/threads/own-conversations.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { signedIn } from "../../../session/signed-in.ts"
import { MemberPage } from "../member-page.tsx"
import type { Route } from "./+types/page"

export const meta = () => [
  ...pageMeta({ title: "Messages", description: `What you wrote to ${site.name}, and our replies.` }),
  { name: "robots", content: "noindex" },
]

export async function loader({ context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, conversations: [] }
  return {
    userId: member.userId,
    conversations: await ownConversations(context.get(world), member.userId),
  }
}

/** What the member wrote to us, by a form or in reply to an email, and what we replied. */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const { userId, conversations } = loaderData
  return (
    <MemberPage userId={userId} keeps={false}>
      <h1 className="display mt-6 mb-10 text-title">Messages</h1>
      {conversations.length === 0 && (
        <p>
          Nothing yet. What you write to us by a form or in reply to an email is listed here, with our
          replies.
        </p>
      )}
      <ul className="grid max-w-3xl gap-8">
        {conversations.map(({ id, form, on, facts, replies }) => (
          <li key={id} className="border-l-8 border-line bg-raised p-5">
            <h2 className="display text-card">{form}</h2>
            <p className="figures mt-1 text-small text-muted">{on}</p>
            <details className="mt-3">
              <summary className="min-h-11 cursor-pointer py-2">What you wrote</summary>
              <dl className="grid gap-3">
                {facts.map(([label, value]) => (
                  <div key={label}>
                    <dt className="text-small text-muted">{label}</dt>
                    <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
            {replies.length === 0 && <p className="mt-3 text-muted">No reply yet.</p>}
            <ul className="grid gap-4 empty:hidden">
              {replies.map((reply) => (
                <li
                  key={reply.id}
                  className={`mt-3 border-l-4 pl-4 ${reply.mine ? "border-line" : "border-volt"}`}
                >
                  <p className="figures text-small text-muted">{`${reply.mine ? "You" : site.name}, ${reply.on}`}</p>
                  <p className="whitespace-pre-wrap wrap-anywhere">{reply.text}</p>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </MemberPage>
  )
}
