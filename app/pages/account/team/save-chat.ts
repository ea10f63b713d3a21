import { chatProblems, chatServices } from "#content/chats.ts"
import { addChat, chatsOf, endChat } from "#domain/chat/addresses.ts"
import { captainSubject } from "#domain/chat/captain.ts"
import { testChat } from "#domain/chat/post.ts"
import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import type { Refused, Typed } from "../member-action.ts"
import type { ShownChat } from "./chats.tsx"

interface Asked {
  season: string
  name: string
  userId: string
}

/** The chats of the team whose captain the member is; null for anybody else. */
export async function ownChats({ db }: Pick<World, "db">, asked: Asked): Promise<ShownChat[] | null> {
  const subject = await captainSubject(db, asked)
  const chats = subject && (await chatsOf(db, subject))
  return (
    chats?.map(({ id, service, lastFour, okAt, problem, offAt }) => ({
      ...{ id, service: chatServices[service], lastFour, problem },
      ok: okAt && dayInWords(okAt),
      isOff: offAt !== null,
    })) ?? null
  )
}

const refused = (code: string, reason?: string): Refused => ({
  status: 409,
  code,
  problem: reason ? `It did not arrive: ${reason}.` : (chatProblems[code] ?? "Try again."),
})

/** Adds, tests or ends a chat of the team, for its captain. */
export async function saveChat(world: World, asked: Asked, typed: Typed): Promise<Refused | null> {
  const [form = "", id = ""] = (typed.form ?? "").split(" ")
  const subject = await captainSubject(world.db, asked)
  if (!subject) return refused("not_captain")
  if (form === "chat") {
    const added = await addChat(world, subject, typed.address ?? "")
    return added.ok ? null : refused(added.code)
  }
  const known = (await chatsOf(world.db, subject)).some((one) => one.id === id)
  if (!known) return refused("unknown_chat")
  if (form === "chat-end") {
    await endChat(world.db, subject, id)
    return null
  }
  const done = await testChat(world, subject, id)
  return done.ok ? null : refused(done.code, "reason" in done ? done.reason : undefined)
}
