import { useState } from "react"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { useAuth } from "../../session/session.tsx"
import { useFunctions } from "../../session/use-functions.ts"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/field.tsx"
import { Setting } from "../../ui/setting.tsx"
import { useToast } from "../../ui/toast.tsx"
import { ProvenForm, type ProvenStage } from "./proven-form.tsx"

/** Deletes the account after the email address is typed and, for an older sign-in, the user is verified again. */
export function DeleteAccount() {
  const { user, signOut } = useAuth()
  const { toast } = useToast()
  const callFunction = useFunctions()
  const [stage, setStage] = useState<ProvenStage>("closed")
  const submission = useSubmit(async (fields) => {
    const answer = await callFunction("delete-account", { confirmation: textOf(fields, "confirmation") })
    if (answer.ok) {
      toast({ title: "Your account is deleted", description: "We have sent you an email to confirm." })
      await signOut("local")
      return null
    }
    if (answer.code !== "reauthentication_needed") return answer.message
    setStage("proving")
    return null
  })
  return (
    <Setting
      id="delete"
      title="Delete account"
      text="This deletes your account, your activities and your points, and disconnects other services. You cannot undo it."
    >
      {stage === "closed" && (
        <Button look="plain" className="justify-self-start" onClick={() => setStage("typing")}>
          Delete my account
        </Button>
      )}
      <ProvenForm stage={stage} onStage={setStage} submission={submission}>
        <TextField
          label="Type your email address to confirm"
          name="confirmation"
          hint={user?.email ?? ""}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={submission.busy} className="bg-danger! text-surface!">
            {submission.busy ? "Please wait..." : "Delete it permanently"}
          </Button>
          <Button look="quiet" onClick={() => setStage("closed")}>
            Keep my account
          </Button>
        </div>
      </ProvenForm>
    </Setting>
  )
}
