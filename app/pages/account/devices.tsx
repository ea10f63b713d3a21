import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { onOwnClock } from "../../day.ts"
import { useFunctions } from "../../session/use-functions.ts"
import { useAuth } from "../../session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Setting } from "../../ui/setting.tsx"
import { type Door, DoorForm } from "./door-form.tsx"

interface Device {
  id: string
  device: string | null
  ip: string | null
  /** ISO 8601. */
  createdAt: string
  lastUsedAt: string
  current: boolean
  /** A note by the server. */
  note: string | null
}

/** What must be done before the member can enter. */
interface DoorAdvice {
  text: string
  label: string
  href: string
}

interface Listed {
  sessions: Device[]
  door: Door | DoorAdvice | null
}

export const sessionsKey = ["account", "sessions"]

/** Active sessions of the account, each with a button that ends it. */
export function Devices() {
  const { signOut, user } = useAuth()
  const callFunction = useFunctions()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: sessionsKey })
  const { data, error } = useQuery({
    // Loaded again when a second factor is added or removed, because access depends on it.
    queryKey: [...sessionsKey, user?.factors?.filter(({ status }) => status === "verified").length ?? 0],
    queryFn: async () => {
      const answer = await callFunction<Listed>("list-sessions")
      if (!answer.ok) throw new Error(answer.message)
      return answer.value
    },
  })
  const ending = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) {
        const answer = await callFunction("end-session", { id })
        if (!answer.ok && answer.code !== "session_not_found") throw new Error(answer.message)
      }
    },
    onSettled: refresh,
  })
  const others = (data?.sessions ?? []).filter(({ current }) => !current)
  const problem = ending.error ?? error
  return (
    <Setting
      id="devices"
      title="Devices"
      text="Where you are signed in. If you do not recognize a device, sign it out and change your password."
    >
      {problem && <Notice kind="problem">{problem.message}</Notice>}
      {!data && !error && (
        <p role="status" className="text-muted">
          Loading…
        </p>
      )}
      {data && (
        <ul className="border-b border-line">
          {data.sessions.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3"
            >
              <div>
                <p className="font-semibold">
                  {one.device ?? "Unknown device"}
                  {one.current && (
                    <span className="label ml-2.5 bg-volt px-2 py-0.5 text-ink">This device</span>
                  )}
                </p>
                <p className="figures text-small text-muted">
                  Last used {onOwnClock(new Date(one.lastUsedAt))}
                  {one.ip && <> · {one.ip}</>}
                </p>
                {one.note && <p className="text-small">{one.note}</p>}
              </div>
              <Button
                look="quiet"
                disabled={ending.isPending}
                onClick={() => (one.current ? void signOut("local") : ending.mutate([one.id]))}
              >
                Sign out<span className="sr-only">{` ${one.device ?? "unknown device"}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data?.door && "action" in data.door && <DoorForm {...data.door} />}
      {data?.door && "href" in data.door && (
        <Notice kind="info">
          {data.door.text}{" "}
          <a href={data.door.href} className="inline-block underline underline-offset-4">
            {data.door.label}
          </a>
        </Notice>
      )}
      {others.length > 0 && (
        <Button
          look="plain"
          className="justify-self-start"
          disabled={ending.isPending}
          onClick={() => ending.mutate(others.map(({ id }) => id))}
        >
          Sign out all others
        </Button>
      )}
    </Setting>
  )
}
