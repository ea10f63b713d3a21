import type { Asked } from "./queries.ts"

/** The compared parts of a response: the rest, such as the wording of a refusal, has separate tests. */
export interface Answered {
  status: number
  /** The code of a refusal; null for a success. */
  code: string | null
  body: unknown
  /** Content-Range. */
  range: string | null
}

interface KnownDifference {
  /** Listed in docs/conformance.md with its reason. */
  name: string
  when(asked: Asked, ours: Answered, theirs: Answered): boolean
}

const has = ({ query }: Asked, pattern: RegExp) =>
  query.some(([name, value]) => pattern.test(`${name}=${value}`))
const prefers = ({ headers }: Asked, pattern: RegExp) => pattern.test(headers.prefer ?? "")
const refused = ({ status }: Answered) => status >= 300

/** Where this Data API and PostgREST 12.0.2 differ, the first matching entry applies. */
export const knownDifferences: readonly KnownDifference[] = [
  { name: "media types", when: (_asked, ours, theirs) => ours.status === 406 && theirs.status === 415 },
  {
    name: "views that cannot be written",
    when: (_asked, ours, theirs) => theirs.status === 500 && refused(ours) && ours.status < 500,
  },
  { name: "two reasons to refuse", when: (_asked, ours, theirs) => refused(ours) && refused(theirs) },
  { name: "limits that are no number", when: (asked) => has(asked, /^limit=(x|-1)$/) },
  {
    name: "is.not_null",
    when: (asked, ours, theirs) => has(asked, /is\.not_null/) && !refused(ours) && theirs.status === 400,
  },
  {
    name: "spreads of many",
    when: (asked, ours, theirs) => has(asked, /^select=.*\.\.\./) && !refused(ours) && theirs.status === 400,
  },
  {
    name: "CSV",
    when: (asked, ours, theirs) => asked.headers.accept === "text/csv" && !refused(ours) && !refused(theirs),
  },
  {
    name: "counts that are not exact",
    when: (asked, ours, theirs) =>
      prefers(asked, /count=planned/) && has(asked, /fts/) && !refused(ours) && !refused(theirs),
  },
  {
    name: "full-text search in json",
    when: (asked, ours, theirs) => has(asked, /^settings.*fts/) && !refused(ours) && theirs.status === 404,
  },
]
