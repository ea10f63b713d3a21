import { data } from "react-router"
import { readRecording } from "#domain/operator/review/recording.ts"
import { enter, type RouteArgs } from "../enter.ts"

/** Serves the original file as a download, so that no browser displays it. */
export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/review")
  const id = Number(args.params.id)
  const found = Number.isSafeInteger(id) ? await readRecording(world, operator, id) : null
  if (!found?.ok) throw data(null, { status: 404 })
  const { name, size, body } = found.original
  return new Response(body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(size),
      "content-disposition": `attachment; filename="${name.replace(/[^A-Za-z0-9._ ()-]/g, "_")}"`,
    },
  })
}
