import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { apiScopes, tokenDays } from "#content/api.ts"
import { onOwnClock } from "#content/dates.ts"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { useFunctions } from "../../session/use-functions.ts"
import { Button } from "../../ui/button.tsx"
import { CheckField } from "../../ui/choices.tsx"
import { SelectField, TextField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Setting } from "../../ui/setting.tsx"
import { ProvenForm, type ProvenStage } from "./proven-form.tsx"

interface Token {
  id: string
  name: string
  scopes: (keyof typeof apiScopes)[]
  /** ISO 8601. */
  expiresAt: string
  usedAt: string | null
}

const tokensKey = ["account", "tokens"]

/** Personal tokens of the account for its own programs: each with what it may do and a button that deletes it. */
export function Tokens() {
  const callFunction = useFunctions()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: tokensKey })
  const { data, error } = useQuery({
    queryKey: tokensKey,
    queryFn: async () => {
      const answer = await callFunction<{ tokens: Token[] }>("list-tokens")
      if (!answer.ok) throw new Error(answer.message)
      return answer.value.tokens
    },
  })
  const ending = useMutation({
    mutationFn: async (id: string) => {
      const answer = await callFunction("end-token", { id })
      if (!answer.ok && answer.code !== "token_not_found") throw new Error(answer.message)
    },
    onSettled: refresh,
  })
  const problem = ending.error ?? error
  return (
    <Setting
      id="tokens"
      title="Access tokens"
      text="For programs of your own, such as a phone shortcut that uploads workouts. Give each program its own token, and delete it when you stop using it."
    >
      {problem && <Notice kind="problem">{problem.message}</Notice>}
      {data && data.length > 0 && (
        <ul className="border-b border-line">
          {data.map(({ id, name, scopes, expiresAt, usedAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
                <p className="figures text-small text-muted">
                  {usedAt ? `Last used ${onOwnClock(new Date(usedAt))}` : "Not used yet"} · valid until{" "}
                  {onOwnClock(new Date(expiresAt))}
                </p>
                <p className="text-small">{scopes.map((scope) => apiScopes[scope]).join(" · ")}</p>
              </div>
              <Button look="quiet" disabled={ending.isPending} onClick={() => ending.mutate(id)}>
                Delete<span className="sr-only">{` ${name}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewToken onMade={refresh} />
    </Setting>
  )
}

function NewToken({ onMade }: { onMade(): void }) {
  const callFunction = useFunctions()
  const [stage, setStage] = useState<ProvenStage>("closed")
  const [token, setToken] = useState<string | null>(null)
  const submission = useSubmit(async (fields) => {
    const answer = await callFunction<{ token: string }>("create-token", {
      name: textOf(fields, "name"),
      scopes: fields.getAll("scope"),
      days: Number(textOf(fields, "days")),
    })
    if (answer.ok) {
      setToken(answer.value.token)
      setStage("closed")
      onMade()
      return null
    }
    if (answer.code !== "reauthentication_needed") return answer.message
    setStage("proving")
    return null
  })
  return (
    <>
      {token && (
        <Notice kind="done">
          Copy the token now: it is not shown again.
          <code className="mt-2 block select-all font-mono text-small [overflow-wrap:anywhere]">{token}</code>
        </Notice>
      )}
      {stage === "closed" && (
        <Button
          look="plain"
          className="justify-self-start"
          onClick={() => {
            setToken(null)
            setStage("typing")
          }}
        >
          Make a token
        </Button>
      )}
      <ProvenForm stage={stage} onStage={setStage} submission={submission}>
        <TextField
          label="Name"
          name="name"
          maxLength={60}
          hint="What uses it, such as Phone shortcut"
          required
        />
        <fieldset className="grid gap-3">
          <legend className="label mb-3">It may</legend>
          {Object.entries(apiScopes).map(([scope, label]) => (
            <CheckField key={scope} id={`scope-${scope}`} name="scope" value={scope} label={label} />
          ))}
        </fieldset>
        <SelectField label="Valid for" name="days" defaultValue="90" required>
          {tokenDays.map((days) => (
            <option key={days} value={days}>
              {days} days
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={submission.busy}>
            {submission.busy ? "Please wait..." : "Make the token"}
          </Button>
          <Button look="quiet" onClick={() => setStage("closed")}>
            Cancel
          </Button>
        </div>
      </ProvenForm>
    </>
  )
}
