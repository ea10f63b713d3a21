import { addChat, endChat } from "#domain/chat/addresses.ts"
import { testChat } from "#domain/chat/post.ts"
import type { World } from "#domain/world.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

/** Posts the weekly board of a series to a chat from now on. The journal does not get the address. Errors: those of `act` and `addChat`. */
export async function addChatAsOperator(
  world: World,
  operator: Operator,
  { series, address }: { series: string; address: string },
) {
  return act(
    world,
    operator,
    { command: "chat.add", subject: (made: { id: string }) => ({ kind: "chat", id: made.id }) },
    ({ db }) => addChat({ ...world, db }, { series }, address),
  )
}

/** Ends a chat. Errors: those of `act`; `unknown_chat`. */
export async function endChatAsOperator(
  world: World,
  operator: Operator,
  { series, id }: { series: string; id: string },
) {
  return act(
    world,
    operator,
    { command: "chat.end", subject: { kind: "chat", id } },
    async ({ db }): Promise<{ ok: true } | { ok: false; code: "unknown_chat" }> =>
      (await endChat(db, { series }, id)) ? { ok: true } : { ok: false, code: "unknown_chat" },
  )
}

/** Posts now. The entry is written first, because another service is not called inside a transaction. Errors: those of `act` and `testChat`. */
export async function testChatAsOperator(
  world: World,
  operator: Operator,
  { series, id }: { series: string; id: string },
) {
  const noted = await act(
    world,
    operator,
    { command: "chat.test", subject: { kind: "chat", id } },
    async () => ({ ok: true as const }),
  )
  return noted.ok ? testChat(world, { series }, id) : noted
}
