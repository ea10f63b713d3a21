import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useFunctions } from "../../../session/use-functions.ts"
import { useAuth } from "../../../session.tsx"
import { CheckField } from "../../../ui/choices.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { useSubmit } from "../../../use-submit.ts"
import { Failed } from "../failed.tsx"
import { Loading } from "../part.tsx"
import { SaveButton } from "./save-button.tsx"

const choices = [
  { name: "passed", label: "Someone passes me on the board" },
  {
    name: "seasonEnds",
    label:
      "A race I am in: when I am halfway to being a finisher or one day short of it, in its last two days, and when its winners are known",
  },
  { name: "prizeWaits", label: "A prize is waiting for me" },
] as const

type Wishes = Record<(typeof choices)[number]["name"], boolean>

/** Which mails about the competition the member gets: none until asked for. */
export function Notices({ folded }: { folded: boolean }) {
  const call = useFunctions()
  const { user } = useAuth()
  const queries = useQueryClient()
  const [saved, setSaved] = useState(false)
  const queryKey = ["own", user?.id, "notices"]
  const preferences = useQuery({
    queryKey,
    queryFn: async () => {
      const answer = await call<Wishes>("my-notices")
      if (!answer.ok) throw new Error(answer.message)
      return answer.value
    },
  })
  const submission = useSubmit(async (form) => {
    setSaved(false)
    const answer = await call<Wishes>(
      "change-notices",
      Object.fromEntries(choices.map(({ name }) => [name, form.has(name)])),
    )
    if (!answer.ok) return answer.message
    queries.setQueryData(queryKey, answer.value)
    setSaved(true)
    return null
  })
  return (
    <Setting
      id="notices"
      folded={folded}
      title="Email updates"
      text="Off unless you turn it on. At most one email a day, in the evening, and none when there is no news. Every email has a link to stop them."
    >
      {preferences.error && <Failed what="Your email settings" onRetry={() => void preferences.refetch()} />}
      {!preferences.data && !preferences.error && <Loading />}
      {preferences.data && (
        <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
          {submission.error && <Notice kind="problem">{submission.error}</Notice>}
          {saved && !submission.busy && <Notice kind="done">Saved.</Notice>}
          <fieldset className="grid gap-3">
            <legend className="sr-only">Email me when</legend>
            {choices.map(({ name, label }) => (
              <CheckField
                key={name}
                id={`notice-${name}`}
                name={name}
                value="on"
                defaultChecked={preferences.data[name]}
                label={label}
              />
            ))}
          </fieldset>
          <SaveButton busy={submission.busy} />
        </form>
      )}
    </Setting>
  )
}
