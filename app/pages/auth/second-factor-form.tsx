import { useState } from "react"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { sayError } from "../../session/say-error.ts"
import { sayKeyError } from "../../session/say-key-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { CodeField, digitsOf } from "../../ui/code-field.tsx"
import { SelectField, TextField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import { type Way, waysOf } from "./second-factor-ways.ts"

const leads: Record<Way, string> = {
  key: "Use the security key you added to your account.",
  app: "Enter the code from your authenticator app.",
  recovery: "Enter one of the recovery codes you saved. Each works once.",
}

const offers: Record<Way, string> = {
  key: "Use a security key",
  app: "Use the authenticator app",
  recovery: "Use a recovery code instead",
}

/**
 * After the password: a code from the authenticator app, a security key, or a recovery code.
 * @param headed false on a page that already has its heading
 */
export function SecondFactorForm({ headed = true }: { headed?: boolean }) {
  const { client, user, signOut } = useAuth()
  const verified = (user?.factors ?? []).filter(({ status }) => status === "verified")
  const factors = verified.filter(({ factor_type: type }) => type === "totp")
  const keys = verified.filter(({ factor_type: type }) => type === "webauthn")
  const ways = waysOf(verified)
  const [way, setWay] = useState<Way>(ways[0] ?? "app")
  const byRecoveryCode = way === "recovery"
  const submission = useSubmit(async (fields) => {
    const { mfa } = (await client()).auth
    if (way === "key") {
      const chosen = textOf(fields, "factor") || (keys[0]?.id ?? "")
      const answered = await mfa.webauthn.authenticate({ factorId: chosen })
      return answered.error && sayKeyError(answered.error)
    }
    const code = textOf(fields, "code")
    const factorId = textOf(fields, "factor") || (factors[0]?.id ?? "")
    const { error } = byRecoveryCode
      ? await mfa.recoveryCodes.verify({ code })
      : await mfa.challengeAndVerify({ factorId, code: digitsOf(code) })
    return error && sayError(error)
  })
  const choices = way === "key" ? keys : way === "app" ? factors : []
  const others = ways.filter((each) => each !== way)
  return (
    <>
      {headed && <h1 className="display mb-4 text-title">Two-step sign-in</h1>}
      <p className="text-muted">{leads[way]}</p>
      <form
        method="post"
        onSubmit={submission.onSubmit}
        className={headed ? "mt-8 grid gap-5" : "mt-4 grid gap-5"}
      >
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        {choices.length > 1 && (
          <SelectField key={way} label={way === "key" ? "Security key" : "App"} name="factor" required>
            {choices.map((factor, index) => (
              <option key={factor.id} value={factor.id}>
                {factor.friendly_name || `${way === "key" ? "Security key" : "Authenticator"} ${index + 1}`}
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
          way === "app" && <CodeField label="Code from the app" autoFocus />
        )}
        <Button type="submit" disabled={submission.busy} className="w-full">
          {submission.busy ? "Please wait..." : way === "key" ? "Use the security key" : "Continue"}
        </Button>
      </form>
      <div className="mt-6 grid justify-items-start gap-1 border-t border-line pt-5">
        {others.map((other) => (
          <TextButton
            key={other}
            onClick={() => {
              setWay(other)
              submission.clearError()
            }}
          >
            {offers[other]}
          </TextButton>
        ))}
        <TextButton onClick={() => void signOut("local")}>Use another account</TextButton>
      </div>
    </>
  )
}
