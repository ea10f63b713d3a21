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

/** Connects the member with Strava, or says plainly that this site does not. */
export function Strava() {
  const call = useFunctions()
  const refresh = useRefresh()
  const [params] = useSearchParams()
  const sources = useSources()
  const act = useMutation({
    mutationFn: async (name: "connect-source" | "disconnect-source") => {
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
      {strava?.available && !strava.connectedSince && (
        <Button
          look="plain"
          className="justify-self-start"
          aria-disabled={act.isPending || undefined}
          onClick={() => act.isPending || act.mutate("connect-source")}
        >
          {act.isPending ? "One moment…" : "Connect Strava"}
        </Button>
      )}
      {strava?.available && strava.connectedSince && (
        <>
          <p>Connected since {day.format(new Date(strava.connectedSince))}.</p>
          <p className="text-small text-muted">
            Disconnecting removes every activity that came from Strava, and the points with it. A mail
            confirms it.
          </p>
          <Button
            look="plain"
            className="justify-self-start"
            aria-disabled={act.isPending || undefined}
            onClick={() => act.isPending || act.mutate("disconnect-source")}
          >
            {act.isPending ? "One moment…" : "Disconnect and remove"}
          </Button>
        </>
      )}
    </Setting>
  )
}
