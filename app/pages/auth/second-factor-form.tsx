import { useState } from "react"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session.tsx"
import { Button } from "../../ui/button.tsx"
import { CodeField, digitsOf } from "../../ui/code-field.tsx"
import { SelectField, TextField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import { textOf, useSubmit } from "../../use-submit.ts"

/** The password was right; now the code of the authenticator app, or one of the codes kept for when it is lost. */
export function SecondFactorForm() {
  const { client, user, signOut } = useAuth()
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  const factors = (user?.factors ?? []).filter(
    ({ status, factor_type: type }) => status === "verified" && type === "totp",
  )
  const submission = useSubmit(async (fields) => {
    const { mfa } = (await client()).auth
    const code = textOf(fields, "code")
    const factorId = textOf(fields, "factor") || (factors[0]?.id ?? "")
    const { error } = byRecoveryCode
      ? await mfa.recoveryCodes.verify({ code })
      : await mfa.challengeAndVerify({ factorId, code: digitsOf(code) })
    return error && sayError(error)
  })
  return (
    <>
      <h1 className="display text-title">Two-step sign-in</h1>
      <p className="mt-4 text-muted">
        {byRecoveryCode
          ? "Enter one of the recovery codes that you kept. Each works once."
          : "Enter the code that your authenticator app shows."}
      </p>
      <form method="post" onSubmit={submission.onSubmit} className="mt-8 grid gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        {factors.length > 1 && !byRecoveryCode && (
          <SelectField label="App" name="factor" required>
            {factors.map((factor, index) => (
              <option key={factor.id} value={factor.id}>
                {factor.friendly_name || `Authenticator ${index + 1}`}
              </option>
            ))}
          </SelectField>
        )}
        {byRecoveryCode ? (
          <TextField
            label="Recovery code"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        ) : (
          <CodeField label="Code from the app" />
        )}
        <Button type="submit" disabled={submission.busy} className="w-full">
          {submission.busy ? "Please wait..." : "Continue"}
        </Button>
      </form>
      <div className="mt-6 grid justify-items-start gap-1 border-t border-line pt-5">
        <TextButton
          onClick={() => {
            setByRecoveryCode(!byRecoveryCode)
            submission.clearError()
          }}
        >
          {byRecoveryCode ? "Use the authenticator app" : "Use a recovery code instead"}
        </TextButton>
        <TextButton onClick={() => void signOut("local")}>Use another account</TextButton>
      </div>
    </>
  )
}
