import { data } from "react-router"
import { exportPerson } from "#domain/operator/people/account.ts"
import { refused } from "../answer.ts"
import { personalData } from "../context.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { personId } from "./person-id.ts"
import { words } from "./words.ts"

/** Everything kept about a person as one JSON file. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/people")
  const kept = args.context.get(personalData)
  const done = await exportPerson(world, operator, { userId: personId(args), kept })
  if (!done.ok) {
    if (done.code === "proof_needed") return refused(done.code, words, args.request)
    throw data(null, { status: 404 })
  }
  return new Response(JSON.stringify(done.data, null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="person.json"',
    },
  })
}
