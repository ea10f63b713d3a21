import type { Asked } from "./queries.ts"

/** What counts of an answer: the rest, such as the words of a refusal, has tests of its own. */
export interface Answered {
  status: number
  /** Of a refusal; null for an answer. */
  code: string | null
  body: unknown
  /** Content-Range. */
  range: string | null
}

interface KnownDifference {
  /** Stands in docs/conformance.md with its reason. */
  name: string
  when(asked: Asked, ours: Answered, theirs: Answered): boolean
}

const has = ({ query }: Asked, pattern: RegExp) =>
  query.some(([name, value]) => pattern.test(`${name}=${value}`))
const prefers = ({ headers }: Asked, pattern: RegExp) => pattern.test(headers.prefer ?? "")
const refused = ({ status }: Answered) => status >= 300
const isWrite = ({ method, path }: Asked) => /^P|^D/.test(method) && !path.startsWith("/rpc")

/** Where this Data API and PostgREST 12.0.2 differ, the first that fits. */
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
    name: "JSON paths in embeds",
    when: (asked, ours) => has(asked, /^select=.*\(.*->/) && ours.status === 400,
  },
  {
    name: "selections that no row needs",
    when: (asked, ours, theirs) =>
      !refused(ours) &&
      /^(42703|PGRST200|PGRST201)$/.test(theirs.code ?? (asked.method === "HEAD" ? "42703" : "")) &&
      (isWrite(asked) || has(asked, /^select=/)),
  },
  {
    name: "CSV",
    when: (asked, ours, theirs) => asked.headers.accept === "text/csv" && !refused(ours) && !refused(theirs),
  },
  {
    name: "counts that are not exact",
    when: (asked, ours, theirs) =>
      prefers(asked, /count=(planned|estimated)/) &&
      !refused(ours) &&
      !refused(theirs) &&
      JSON.stringify(ours.body) === JSON.stringify(theirs.body),
  },
  {
    name: "operators within json columns",
    when: (asked, ours) => ours.status === 400 && has(asked, /->/),
  },
  {
    name: "composite columns of functions",
    when: (asked, ours, theirs) =>
      /^\/rpc\/(fast|nothing)$/.test(asked.path) && ours.status === theirs.status && !refused(ours),
  },
  {
    name: "single objects",
    when: (asked, ours) => asked.headers.accept === "application/vnd.pgrst.object+json" && !refused(ours),
  },
  {
    name: "empty lists",
    when: (asked, ours, theirs) => has(asked, /in\.\(\)/) && !refused(ours) && theirs.code === "42703",
  },
  {
    name: "changes that touch no row",
    when: (asked, ours, theirs) =>
      isWrite(asked) &&
      (refused(ours) ? !refused(theirs) : !refused(theirs)) &&
      JSON.stringify(theirs.body) === "[]",
  },
  { name: "a column twice", when: (_asked, ours) => ours.code === "42702" },
]
