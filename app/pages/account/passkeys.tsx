import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { dayOnOwnClock, longDate } from "../../day.ts"
import { sayError } from "../../session/say-error.ts"
import { sayKeyError } from "../../session/say-key-error.ts"
import { useAuth } from "../../session.tsx"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Setting } from "../../ui/setting.tsx"
import { textOf, useSubmit } from "../../use-submit.ts"
import { ConfirmIdentity } from "./confirm-identity.tsx"
import { Failed } from "./failed.tsx"
import { Loading } from "./part.tsx"

/** Query key of the list. */
const passkeysKey = ["account", "passkeys"]
const dayOf = (at: string) => longDate(dayOnOwnClock(new Date(at)))

/** Passkeys: sign-in without an email address or password. */
export function Passkeys() {
  const { client } = useAuth()
  const queries = useQueryClient()
  const [stage, setStage] = useState<"list" | "naming" | "proving">("list")
  const [renamed, setRenamed] = useState<string | null>(null)
  const passkeys = useQuery({
    queryKey: passkeysKey,
    queryFn: async () => {
      const { data, error } = await (await client()).auth.passkey.list()
      if (error) throw new Error(sayError(error))
      return data
    },
  })
  const refused = (error: Parameters<typeof sayKeyError>[0]) => {
    if (error.code !== "reauthentication_needed") return sayKeyError(error)
    setStage("proving")
    return null
  }
  const adding = useSubmit(async (fields) => {
    const { auth } = await client()
    const { data, error } = await auth.registerPasskey()
    if (error) return refused(error)
    const friendlyName = textOf(fields, "name").trim()
    const named = friendlyName ? await auth.passkey.update({ passkeyId: data.id, friendlyName }) : null
    await queries.invalidateQueries({ queryKey: passkeysKey })
    setStage("list")
    return named?.error ? sayError(named.error) : null
  })
  const removal = useSubmit(async (fields) => {
    const { auth } = await client()
    const { error } = await auth.passkey.delete({ passkeyId: textOf(fields, "passkey") })
    if (error) return refused(error)
    await queries.invalidateQueries({ queryKey: passkeysKey })
    return null
  })
  const renaming = useSubmit(async (fields) => {
    const { auth } = await client()
    const [passkeyId, friendlyName] = [textOf(fields, "passkey"), textOf(fields, "name").trim()]
    const { error } = await auth.passkey.update({ passkeyId, friendlyName })
    if (error) return refused(error)
    await queries.invalidateQueries({ queryKey: passkeysKey })
    setRenamed(null)
    return null
  })
  const list = passkeys.data ?? []
  const problem = adding.error ?? removal.error ?? renaming.error
  return (
    <Setting
      id="passkeys"
      title="Passkeys"
      text="Sign in with your fingerprint, your face or your phone’s PIN. No password to remember, and none to steal."
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {passkeys.error && <Failed what="Your passkeys" onRetry={() => void passkeys.refetch()} />}
      {passkeys.isPending && <Loading />}
      {list.length > 0 && (
        <ul className="border-b border-line">
          {list.map((passkey, index) => {
            const name = passkey.friendly_name || `Passkey ${index + 1}`
            const used = passkey.last_used_at && dayOf(passkey.last_used_at)
            return (
              <li key={passkey.id} className="border-t border-line py-3">
                <form
                  onSubmit={removal.onSubmit}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
                >
                  <input type="hidden" name="passkey" value={passkey.id} />
                  <p className="min-w-0">
                    <span className="font-semibold break-words">{name}</span>
                    <span className="figures block text-small text-muted">
                      Added {dayOf(passkey.created_at)}
                      {used ? `, last used ${used}` : ", not used yet"}
                    </span>
                  </p>
                  <div className="flex flex-wrap gap-x-2">
                    <Button
                      look="quiet"
                      aria-expanded={renamed === passkey.id}
                      onClick={() => setRenamed(renamed === passkey.id ? null : passkey.id)}
                    >
                      Rename<span className="sr-only">{` ${name}`}</span>
                    </Button>
                    <Button type="submit" look="quiet" disabled={removal.busy}>
                      Remove<span className="sr-only">{` ${name}`}</span>
                    </Button>
                  </div>
                </form>
                {renamed === passkey.id && (
                  <form onSubmit={renaming.onSubmit} className="mt-5 mb-2 grid gap-4">
                    <input type="hidden" name="passkey" value={passkey.id} />
                    <TextField
                      label="New name"
                      name="name"
                      maxLength={120}
                      autoComplete="off"
                      defaultValue={passkey.friendly_name ?? ""}
                      autoFocus
                    />
                    <div className="flex flex-wrap gap-3">
                      <Button type="submit" look="plain" disabled={renaming.busy}>
                        {renaming.busy ? "Please wait..." : "Save the name"}
                      </Button>
                      <Button look="quiet" onClick={() => setRenamed(null)}>
                        Not now
                      </Button>
                    </div>
                  </form>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {stage === "proving" && <ConfirmIdentity onProven={() => setStage("list")} />}
      {stage === "list" && (
        <Button look="plain" className="justify-self-start" onClick={() => setStage("naming")}>
          Add a passkey
        </Button>
      )}
      {stage === "naming" && (
        <form method="post" onSubmit={adding.onSubmit} className="grid gap-5">
          <TextField
            label="Name of the passkey"
            name="name"
            maxLength={120}
            autoComplete="off"
            hint="Such as the device it is on. Optional."
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={adding.busy}>
              {adding.busy ? "Please wait..." : "Continue"}
            </Button>
            <Button look="quiet" onClick={() => setStage("list")}>
              Not now
            </Button>
          </div>
        </form>
      )}
    </Setting>
  )
}
