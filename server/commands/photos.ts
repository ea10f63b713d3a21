/** `npm run photos -- list|show|decline|review`: members' photographs that wait for an operator. */
import { userInfo } from "node:os"
import { z } from "zod"
import { photoAddress } from "#content/photos.ts"
import { waitingPhotos } from "#domain/members/photo-review.ts"
import { decidePhotoAsOperator, switchPhotoReviewAsOperator } from "#domain/operator/people/photo-commands.ts"
import { shellOperator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import { readArguments } from "./arguments.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run photos -- <command>

  list               new photos to look at, each with an address to look at it; reported ones are in the console
  show <version>     shows it wherever the athlete's name is shown; later a single report does not hide it
  decline <version>  erases it; its owner sees that it was declined
  review on|off      on: new photos wait for an operator; off: they are shown at once
`

async function run(world: World, given: readonly string[]): Promise<number> {
  const [command, subject = ""] = given
  const operator = shellOperator(userInfo().username, world.now())
  if (command === "list") {
    const waiting = await waitingPhotos(world)
    const lines = waiting.map(
      ({ version, key, name, slug, placedAt }) =>
        `${version}  ${name} (${slug}), ${placedAt.toISOString().slice(0, 16)}Z\n` +
        `        ${world.settings.siteUrl}${photoAddress(version, 768, "webp", key)}\n`,
    )
    process.stdout.write(lines.join("") || "No photos are waiting.\n")
    return 0
  }
  if (command === "review" && (subject === "on" || subject === "off")) {
    await switchPhotoReviewAsOperator(world, operator, { on: subject === "on" })
    process.stdout.write(`New photos ${subject === "on" ? "wait for an operator" : "are shown at once"}.\n`)
    return 0
  }
  if ((command === "show" || command === "decline") && z.uuid().safeParse(subject).success) {
    const decided = await decidePhotoAsOperator(world, operator, { version: subject, decision: command })
    process.stdout.write(
      decided.ok
        ? `${command === "show" ? "Shown" : "Declined"}.\n`
        : "There is no such photo, or it was replaced.\n",
    )
    return decided.ok ? 0 : 1
  }
  process.stderr.write(usage)
  return 2
}

const { positionals } = readArguments(usage, {})
process.exitCode = await withWorld("photos", (world) => run(world, positionals))
