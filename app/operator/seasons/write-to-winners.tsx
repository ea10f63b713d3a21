import type { ComponentProps } from "react"

import { Button } from "../../ui/button.tsx"
import { Area, Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { SentMessages } from "./sent-messages.tsx"

interface WriteToWinnersProps {
  /** The message that waits for a second press; null before the first. */
  message: { id: string; subject: string; text: string } | null
  /** The id of the next message, so that a form submitted twice sends one message. */
  messageId: string
  messages: ComponentProps<typeof SentMessages>["messages"]
}

/**
 * A message to everybody who holds a prize of the season: the first press shows the recipients, the second sends it.
 */
export function WriteToWinners({ message, messageId, messages }: WriteToWinnersProps) {
  return (
    <Panel title="Write to the winners">
      <PressForm className="grid gap-2 text-small">
        <Line
          label="Subject"
          type="text"
          name="subject"
          required
          maxLength={150}
          defaultValue={message?.subject}
          className="min-h-11"
        />
        <Area label="Text" name="text" rows={5} required maxLength={5000} defaultValue={message?.text} />
        <input type="hidden" name="id" value={message?.id ?? messageId} />
        {message && <input type="hidden" name="confirmed" value="yes" />}
        <Button type="submit" name="do" value="message" look="quiet">
          {message ? "Send it now" : "See who gets it"}
        </Button>
      </PressForm>
      <SentMessages messages={messages} />
    </Panel>
  )
}
