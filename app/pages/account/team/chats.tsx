import { zoneCity } from "#content/site.ts"
import { Button } from "../../../ui/button.tsx"
import { ChatState } from "../../../ui/chat-state.tsx"
import { TextField } from "../../../ui/field.tsx"
import { Setting } from "../../../ui/setting.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"

export interface ShownChat {
  id: string
  service: string
  lastFour: string
  ok: string | null
  problem: string | null
  isOff: boolean
}

/** The chats that a captain has connected to the team, and a field for another one. */
export function TeamChats({
  chats,
  answered,
}: {
  chats: readonly ShownChat[]
  answered: Answered | undefined
}) {
  const busy = useSending("chat")
  const typed = answered && !answered.ok && "typed" in answered ? answered.typed : undefined
  return (
    <Setting
      id="chats"
      title="Weekly board in your chat"
      text={`Every Monday at 8 in the morning, ${zoneCity} time: the teams, and those of your members who show their name and points to everybody. Nobody is notified by name.`}
    >
      {chats.length > 0 && (
        <ul className="border-b border-line">
          {chats.map(({ id, ...chat }) => (
            <li key={id} className="grid gap-2 border-t border-line py-3">
              <ChatState {...chat} />
              {[`chat-test ${id}`, `chat-end ${id}`].map((name) => (
                <FormOutcome key={name} name={name} answered={answered} saved="Posted. Look into the chat." />
              ))}
              <div className="flex flex-wrap gap-3">
                {!chat.isOff && (
                  <MemberForm name={`chat-test ${id}`}>
                    <Button type="submit" look="quiet">
                      Send a test now<span className="sr-only">{` to …${chat.lastFour}`}</span>
                    </Button>
                  </MemberForm>
                )}
                <MemberForm name={`chat-end ${id}`}>
                  <Button type="submit" look="quiet">
                    End it<span className="sr-only">{` for …${chat.lastFour}`}</span>
                  </Button>
                </MemberForm>
              </div>
            </li>
          ))}
        </ul>
      )}
      <MemberForm name="chat" className="grid gap-5">
        <FormOutcome name="chat" answered={answered} saved="Added. Send a test to see whether it works." />
        <TextField
          key={chats.length}
          label="Address of a webhook"
          name="address"
          type="url"
          required
          maxLength={400}
          autoComplete="off"
          defaultValue={typed?.form === "chat" ? typed.address : ""}
          hint="Discord: channel settings, Integrations, Webhooks. Slack: an app with Incoming Webhooks. We store it encrypted and never show it again."
        />
        <Button type="submit" look="plain" className="justify-self-start" disabled={busy}>
          Add the chat
        </Button>
      </MemberForm>
    </Setting>
  )
}
