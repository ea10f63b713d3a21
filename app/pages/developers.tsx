import { apiCallsPerMinute, apiScopes, mostTokens, tokenDays } from "#content/api.ts"
import { apiAddresses, apiExample, elsewhere } from "#content/developers.ts"
import { site } from "#content/site.ts"
import { useDocument } from "../document/document.tsx"
import { pageMeta } from "../document/meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Section } from "../ui/section.tsx"

export const meta = () =>
  pageMeta({
    title: "Developers",
    description: `The ${site.name} API: boards, seasons, races and events as JSON, and your own training with a token.`,
  })

/** What the interface for programs gives, and how to begin. */
export default function Developers() {
  const { origin } = useDocument()
  return (
    <>
      <PageHead
        title="Build on the board"
        lead="Boards, seasons, races and events as JSON, and your own training with a token. No key to ask for: the first request works as it stands."
      >
        <ButtonLink to="/api/v1/openapi.json" document>
          Download the Description
        </ButtonLink>
        <ButtonLink to="/account/security#tokens" look="plain">
          Make a Token
        </ButtonLink>
      </PageHead>
      <Section title="Try it">
        <Code text={apiExample(origin)} />
        <p className="mt-4 max-w-[62ch] text-muted">
          The description is OpenAPI 3.1, made from the same shapes that check every request and answer, so
          clients can be generated from it.
        </p>
      </Section>
      <Section field="soft" title="What you can read">
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-2">
          {apiAddresses.map((group) => (
            <div key={group.title} className="min-w-0">
              <h3 className="display border-b-4 border-text pb-3 text-card">{group.title}</h3>
              <p className="mt-4 text-muted">{group.text}</p>
              <dl className="mt-4">
                {group.addresses.map(([address, what]) => (
                  <div key={address} className="border-b border-line py-2.5">
                    <dt className="font-mono text-small wrap-anywhere">{address}</dt>
                    <dd className="text-small text-muted">{what}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      </Section>
      <Section title="Tokens">
        <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-2">
          <div className="max-w-[62ch]">
            <p>
              Make one under Security on your account page and choose what it may do. You see it once. It ends
              after {tokenDays.slice(0, -1).join(", ")} or {tokenDays.at(-1)} days, or as soon as you delete
              it; you can have {mostTokens}.
            </p>
            <Code text={`curl -H "Authorization: Bearer $TOKEN" ${origin}/api/v1/me`} />
          </div>
          <dl>
            {Object.entries(apiScopes).map(([scope, what]) => (
              <div key={scope} className="border-b border-line py-2.5">
                <dt className="font-mono text-small">{scope}</dt>
                <dd className="text-small text-muted">{what}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Section>
      <Section field="soft" title="Good to know">
        <ul className="mt-6 max-w-[62ch] list-disc space-y-3 pl-5">
          <li>
            Each row names the attributions in <code>credits</code> that its sources require. Show them beside
            the numbers.
          </li>
          <li>
            Errors are <code>application/problem+json</code>: compare <code>code</code>, show{" "}
            <code>detail</code>.
          </li>
          <li>
            A network has {apiCallsPerMinute.network} requests a minute without a token, a token has{" "}
            {apiCallsPerMinute.token}. <code>RateLimit</code> says what is left, <code>Retry-After</code> when
            to come back.
          </li>
          <li>
            Send back the <code>ETag</code> of an answer, and nothing is sent again that has not changed.
          </li>
          <li>
            When places move, the <code>cursor</code> of an earlier page answers 410: begin again with the
            first page.
          </li>
          <li>
            Fields may be added at any time; ignore those you do not know. A removal is announced half a year
            before by the headers <code>Deprecation</code> and <code>Sunset</code>.
          </li>
        </ul>
      </Section>
      <Section title="Without a program">
        <ul className="mt-8 grid gap-x-10 gap-y-10 md:grid-cols-3">
          {elsewhere.map(({ title, text, to, label }) => (
            <li key={title} className="flex flex-col items-start border-t-4 border-text pt-5">
              <h3 className="display text-card">{title}</h3>
              <p className="mt-3 mb-5 text-muted">{text}</p>
              <ButtonLink to={to} look="quiet">
                {label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function Code({ text }: { text: string }) {
  return (
    <code className="mt-6 block overflow-x-auto border border-line bg-raised p-4 font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere] select-all">
      {text}
    </code>
  )
}
