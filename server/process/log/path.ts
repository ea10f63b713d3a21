const identifier = /^(\d+|[0-9a-f]{16,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
/** Long runs of mixed letters and digits, like random tokens; slugs are words between hyphens. */
const token = /^(?=.*\d)(?=.*[A-Za-z])[\w~.-]*[A-Za-z\d_~]{16,}[\w~.-]*$/

/**
 * The path of a request in a form that may be logged: no query, ids and tokens as `:id`, at most 120
 * characters.
 */
export function loggedPath(pathname: string): string {
  const segments = pathname.split("/").map((segment) => {
    // A copied link with an adjacent bracket or percent sign still contains its token.
    const read = segment.replaceAll(/%[0-9a-z]{0,2}|[^\w~.@-]/gi, "-")
    if (identifier.test(segment) || token.test(read) || segment.includes("@") || segment.includes("%40"))
      return ":id"
    return segment
  })
  return segments.join("/").slice(0, 120)
}
