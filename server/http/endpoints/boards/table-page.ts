import { z } from "zod"

const wholeNumber = (name: string, least: number, most: number) => {
  const message = `${name} must be a whole number from ${least} to ${most}`
  return z.coerce.number(message).int(message).min(least, message).max(most, message)
}

/** Which rows of a table a request asks for. */
export const tablePage = z.object({
  limit: wholeNumber("limit", 1, 100).default(50),
  after: wholeNumber("after", 0, 2_147_483_647).default(0),
})

/** How long a table that depends on who asks may be kept. */
export const forVisitors = { vary: "authorization", "cache-control": "public, max-age=5" }
export const forMembers = { vary: "authorization", "cache-control": "private, no-cache" }
