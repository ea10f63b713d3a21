import { data } from "react-router"
import { attachmentOf } from "#domain/leads/threads/receive-reply.ts"
import { enter, type RouteArgs } from "../enter.ts"

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * An attachment, always as a download and never under the type that its sender gave it, so that no browser opens it on
 * our origin.
 */
export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/inbox")
  const { id: submissionId = "", file: id = "" } = args.params
  const found =
    uuid.test(id) && uuid.test(submissionId) ? await attachmentOf(world.db, { submissionId, id }) : undefined
  if (!found) throw data(null, { status: 404 })
  return new Response(new Uint8Array(found.bytes), {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(found.name).replace(/['()*]/g, "_")}`,
      "x-content-type-options": "nosniff",
    },
  })
}
