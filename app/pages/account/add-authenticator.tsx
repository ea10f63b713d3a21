import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { site } from "#content/site.ts"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { CodeField, digitsOf } from "../../ui/code-field.tsx"
import { Notice } from "../../ui/notice.tsx"

/** Shows a new secret to scan or type, and verifies the first code. */
export function AddAuthenticator({ onEnd }: { onEnd(): void }) {
  const { client } = useAuth()
  const id = useId()
  const enrolment = useQuery({
    queryKey: ["account", "enrolment", id],
    // Keep one secret while this is open: the one that was scanned.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const { mfa } = (await client()).auth
      const { data, error } = await mfa.enroll({ factorType: "totp", issuer: site.name })
      if (error) throw new Error(sayError(error))
      return data
    },
  })
  const submission = useSubmit(async (fields) => {
    const { auth } = await client()
    const factorId = enrolment.data?.id ?? ""
    const code = digitsOf(textOf(fields, "code"))
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
    if (error) return sayError(error)
    onEnd()
    return null
  })
  const giveUp = async () => {
    const { mfa } = (await client()).auth
    if (enrolment.data) await mfa.unenroll({ factorId: enrolment.data.id })
    onEnd()
  }
  if (enrolment.error) return <Notice kind="problem">{enrolment.error.message}</Notice>
  if (!enrolment.data)
    return (
      <p role="status" className="text-muted">
        Creating a secret…
      </p>
    )
  const { totp } = enrolment.data
  return (
    <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
      <p>Scan this with your authenticator app, then enter the code it shows.</p>
      <img
        src={totp.qr_code}
        alt="QR code with the secret for your authenticator app"
        width={208}
        height={208}
        className="border border-line bg-paper"
      />
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          Cannot scan it?
        </summary>
        <p className="mt-1 text-small text-muted">Enter this secret in the app instead:</p>
        <code className="figures mt-1 block break-all">{totp.secret.match(/.{1,4}/g)?.join(" ")}</code>
      </details>
      {submission.error && <Notice kind="problem">{submission.error}</Notice>}
      <CodeField label="Code from the app" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={submission.busy}>
          {submission.busy ? "Please wait..." : "Switch on"}
        </Button>
        <Button look="quiet" onClick={() => void giveUp()}>
          Not now
        </Button>
      </div>
    </form>
  )
}
