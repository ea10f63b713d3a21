import { useLoaderData } from "react-router"
import { z } from "zod"
import { chatProblems, chatServices } from "#content/chats.ts"
import { zoneCity } from "#content/site.ts"
import { chatsOf } from "#domain/chat/addresses.ts"
import { readSeries } from "#domain/competition/calendar/series.ts"
import { addChatAsOperator, endChatAsOperator, testChatAsOperator } from "#domain/operator/chats.ts"
import { dayInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { ChatState } from "../../ui/chat-state.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Line } from "../frame/fields.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/service")
  const races = await readSeries(world.db)
  return {
    races: await Promise.all(
      races.map(async ({ slug, name }) => ({
        ...{ slug, name },
        chats: (await chatsOf(world.db, { series: slug })).map(({ okAt, offAt, ...chat }) => ({
          ...chat,
          service: chatServices[chat.service],
          ok: okAt && dayInWords(okAt),
          isOff: offAt !== null,
        })),
      })),
    ),
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/service")
  const form = await args.request.formData()
  const series = String(form.get("series") ?? "").slice(0, 40)
  const known = (await readSeries(world.db)).some(({ slug }) => slug === series)
  const id = z.uuid().safeParse(form.get("chat"))
  if (!known || (form.get("do") !== "add" && !id.success))
    return refused("unknown_chat", chatProblems, args.request)
  const chat = { series, id: id.data ?? "" }
  const done =
    form.get("do") === "add"
      ? await addChatAsOperator(world, operator, { series, address: String(form.get("address") ?? "") })
      : form.get("do") === "end"
        ? await endChatAsOperator(world, operator, chat)
        : await testChatAsOperator(world, operator, chat)
  if (done.ok)
    return { ok: true, text: texts[String(form.get("do"))] ?? "Posted. Look into the chat." } satisfies Answer
  const why = "reason" in done ? { failed: `It did not arrive: ${done.reason}.` } : chatProblems
  return refused(done.code, why, args.request)
}

const texts: Record<string, string> = {
  add: "Added. Send a test to see whether it works.",
  end: "Ended. Nothing is posted there anymore.",
}

export default function Chats() {
  const { races } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Chats"
      text={`Every Monday at 8 in the morning, ${zoneCity} time, the board of a race and its prize go to a channel of Discord or Slack: only those who show their name to everybody, and nobody whose source forbids it.`}
    >
      <Answered />
      <div className="grid max-w-3xl gap-5">
        {races.map(({ slug, name, chats }) => (
          <Panel key={slug} title={name}>
            {chats.map(({ id, lastFour, ...chat }) => (
              <PressForm key={id} className="mb-4 grid gap-1 border-b border-line pb-4">
                <input type="hidden" name="series" value={slug} />
                <input type="hidden" name="chat" value={id} />
                <ChatState lastFour={lastFour} {...chat} />
                <div className="mt-2 flex gap-3">
                  {!chat.isOff && (
                    <Button type="submit" name="do" value="test" look="quiet">
                      Send a test now
                    </Button>
                  )}
                  <Button
                    type="submit"
                    name="do"
                    value="end"
                    look="quiet"
                    aria-label={`End the chat …${lastFour}`}
                  >
                    End it
                  </Button>
                </div>
              </PressForm>
            ))}
            <PressForm className="grid gap-3 text-small" key={chats.length}>
              <input type="hidden" name="series" value={slug} />
              <Line
                label="Address of an incoming webhook. It is stored encrypted and never shown again."
                name="address"
                type="url"
                required
                maxLength={400}
                autoComplete="off"
                placeholder="https://discord.com/api/webhooks/…"
              />
              <div>
                <Button
                  type="submit"
                  name="do"
                  value="add"
                  look="quiet"
                  aria-label={`Add a chat for ${name}`}
                >
                  Add the chat
                </Button>
              </div>
            </PressForm>
          </Panel>
        ))}
      </div>
    </Page>
  )
}
