import { useState } from "react"
import { CodeForm } from "./code-form.tsx"
import { CredentialsForm } from "./credentials-form.tsx"
import { MailForm } from "./mail-form.tsx"
import type { MailPurpose } from "./mails.ts"

type View =
  | { name: "credentials" }
  | { name: "mail"; purpose: "recovery" | "link" }
  | { name: "code"; purpose: MailPurpose }

/**
 * All sign-in forms, which share the email address.
 * @param problem why the visitor was sent here
 * @param next local path to go to next
 */
export function SignedOut(props: {
  begin: "credentials" | "recovery"
  problem: string | null
  next: string
}) {
  const [view, setView] = useState<View>(
    props.begin === "recovery" ? { name: "mail", purpose: "recovery" } : { name: "credentials" },
  )
  const [email, setEmail] = useState("")
  const [problem, setProblem] = useState(props.problem)
  const show = (to: View) => {
    setProblem(null)
    setView(to)
  }
  const mailed = (purpose: MailPurpose) => (to: string) => {
    setEmail(to)
    show({ name: "code", purpose })
  }
  const back = () => show({ name: "credentials" })

  switch (view.name) {
    case "credentials":
      return (
        <CredentialsForm
          email={email}
          next={props.next}
          problem={problem}
          onEmail={setEmail}
          onSignedUp={mailed("signup")}
          onForgot={() => show({ name: "mail", purpose: "recovery" })}
          onLink={() => show({ name: "mail", purpose: "link" })}
        />
      )
    case "mail":
      return (
        <MailForm
          key={view.purpose}
          purpose={view.purpose}
          email={email}
          next={props.next}
          problem={problem}
          onSent={mailed(view.purpose)}
          onBack={back}
        />
      )
    case "code":
      return <CodeForm purpose={view.purpose} email={email} next={props.next} onBack={back} />
  }
}
