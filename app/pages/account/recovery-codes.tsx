import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { site } from "#content/site.ts"
import { saveFile } from "../../forms/save-file.ts"
import { useSubmit } from "../../forms/use-submit.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"

const statusKey = ["account", "recovery-codes"]

/** Recovery codes for a lost phone: the number left, and a new set, which is shown once. */
export function RecoveryCodes() {
  const { client, user } = useAuth()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const hasSet = user?.factors?.some(({ factor_type: type }) => type === "recovery_code") ?? false
  const status = useQuery({
    queryKey: statusKey,
    enabled: hasSet,
    queryFn: async () => {
      const { data, error } = await (await client()).auth.mfa.recoveryCodes.getStatus()
      if (error) throw new Error(sayError(error))
      return data
    },
  })
  const making = useSubmit(async () => {
    const { auth } = await client()
    const { recoveryCodes } = auth.mfa
    const { data, error } = await (hasSet ? recoveryCodes.regenerate() : recoveryCodes.generate())
    if (error) return sayError(error)
    setCodes(data.codes)
    // Updates the page's copy of the account.
    if (!hasSet) await auth.refreshSession()
    await queries.invalidateQueries({ queryKey: statusKey })
    return null
  })
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <h3 className="label">Recovery codes</h3>
      {codes ? (
        <ShownOnce codes={codes} onKept={() => setCodes(null)} />
      ) : (
        <form onSubmit={making.onSubmit} className="grid justify-items-start gap-4">
          {making.error && <Notice kind="problem">{making.error}</Notice>}
          <p className="figures text-small text-muted">
            {!hasSet && "You have no recovery codes yet. Without them, losing your phone locks you out."}
            {status.data && `${status.data.remaining} of ${status.data.total} left. `}
            {hasSet && "A new set replaces the old one."}
          </p>
          <Button type="submit" look={hasSet ? "quiet" : "main"} disabled={making.busy}>
            {making.busy ? "Please wait..." : hasSet ? "Make new codes" : "Make recovery codes"}
          </Button>
        </form>
      )}
    </div>
  )
}

function ShownOnce({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const grouped = codes.map((code) => code.match(/.{1,4}/g)?.join("-") ?? code)
  return (
    <>
      <Notice kind="info">
        Keep these somewhere safe. You will not see them again, and each works once.
      </Notice>
      <ol className="figures grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {grouped.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button
          look="plain"
          onClick={() =>
            saveFile(
              `${site.slug}-recovery-codes.txt`,
              new Blob([`${grouped.join("\n")}\n`], { type: "text/plain" }),
            )
          }
        >
          Save as a file
        </Button>
        <Button look="quiet" onClick={onKept}>
          I have saved them
        </Button>
      </div>
    </>
  )
}
