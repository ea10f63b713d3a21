import { useMutation } from "@tanstack/react-query"
import { useSearchParams } from "react-router"
import { useFunctions } from "../../../session/use-functions.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { Failed } from "../failed.tsx"
import { Loading } from "../part.tsx"
import { useRefresh } from "../use-rows.ts"
import { useSources } from "./use-sources.ts"

const outcomes: Record<string, { kind: "done" | "problem"; text: string }> = {
  connected: { kind: "done", text: "Strava is connected. Your next activity there comes in by itself." },
  declined: { kind: "problem", text: "You did not allow it at Strava, so nothing was connected." },
  unknown_state: { kind: "problem", text: "That took too long, or began in another browser. Connect again." },
  scope_missing: {
    kind: "problem",
    text: "Strava needs your leave to read activities. Connect again and keep the box ticked.",
  },
  full: {
    kind: "problem",
    text: "Strava lets no more athletes connect to this site for now. The people who run it have been told.",
  },
  already_connected: {
    kind: "problem",
    text: "That Strava account is connected to another account here. Disconnect it there first.",
  },
}
const otherwise = {
  kind: "problem",
  text: "Strava could not be connected. Try again in a few minutes.",
} as const

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" })

/** Connects the member to Strava, or says that this site cannot. */
export function Strava() {
  const call = useFunctions()
  const refresh = useRefresh()
  const [params] = useSearchParams()
  const sources = useSources()
  const act = useMutation({
    mutationFn: async (name: ActName) => {
      const answer = await call<{ url?: string }>(name, { source: "strava" })
      if (!answer.ok) throw new Error(answer.message)
      if (answer.value.url) location.assign(answer.value.url)
      else await refresh()
    },
  })
  const came = params.get("strava")
  const outcome = came && act.isIdle ? (outcomes[came] ?? otherwise) : null
  const strava = sources.data?.strava
  return (
    <Setting
      id="strava"
      title="Strava"
      text="Connected, your public activities come in by themselves. Others see them as points and active days alone."
    >
      {outcome && <Notice kind={outcome.kind}>{outcome.text}</Notice>}
      {act.error && <Notice kind="problem">{act.error.message}</Notice>}
      {sources.error && <Failed what="Your connections" onRetry={() => void sources.refetch()} />}
      {!strava && !sources.error && <Loading />}
      {strava && !strava.available && (
        <p>
          Strava is switched off on this site. Import your activities as files instead; it can export them
          all.
        </p>
      )}
      {strava?.reconnectBy && <Reconnect by={strava.reconnectBy} hidden={strava.hidden} />}
      {strava?.available && (!strava.connectedSince || strava.reconnectBy) && (
        <Act
          {...act}
          name="connect-source"
          look={strava.reconnectBy ? "main" : "plain"}
          label={strava.reconnectBy ? "Connect Strava again" : "Connect Strava"}
        />
      )}
      {strava?.connectedSince && (
        <>
          {!strava.reconnectBy && <p>Connected since {day.format(new Date(strava.connectedSince))}.</p>}
          <p className="text-small text-muted">
            Disconnecting removes every activity that came from Strava, and the points with it. A mail
            confirms it.
          </p>
          <Act {...act} name="disconnect-source" look="plain" label="Disconnect and remove" />
        </>
      )}
    </Setting>
  )
}

/** The connection no longer works: what will be lost, and when, unless the member reconnects. */
function Reconnect({ by, hidden }: { by: string; hidden: boolean }) {
  return (
    <Notice kind="problem">
      <p className="font-semibold">Strava needs to be connected again</p>
      <p className="mt-1">
        Our connection to your Strava account no longer works, so new activities do not come in. What is here
        stays, and counts{hidden ? ". Others do not see it until you are connected again" : ""}. Without a new
        connection it is deleted on {day.format(new Date(by))}.
      </p>
    </Notice>
  )
}

type ActName = "connect-source" | "disconnect-source"

function Act({
  name,
  label,
  look,
  isPending,
  variables,
  mutate,
}: {
  name: ActName
  label: string
  look: "plain" | "main"
  isPending: boolean
  variables: ActName | undefined
  mutate: (name: ActName) => void
}) {
  return (
    <Button
      look={look}
      className="justify-self-start"
      aria-disabled={isPending || undefined}
      onClick={() => isPending || mutate(name)}
    >
      {isPending && variables === name ? "One moment…" : label}
    </Button>
  )
}
