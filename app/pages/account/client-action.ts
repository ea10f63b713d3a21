import { clientAnswer } from "../../forms/client-answer.ts"
import type { Answered, Saved } from "./member-action.ts"

/** Sends a form of a member's page by script. If no response arrives, the form says so and keeps what was typed. */
export async function memberClientAction(args: {
  request: Request
  serverAction: () => Promise<unknown>
}): Promise<Answered> {
  const form = String((await args.request.clone().formData()).get("form") ?? "")
  const answer = await clientAnswer(() => args.serverAction() as Promise<Saved>)
  return "form" in answer ? answer : { ...answer, form }
}
