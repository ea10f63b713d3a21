import { z } from "zod"
import { Refusal } from "../refusal.ts"
import { type Condition, readFilter } from "./filter.ts"

/** One entry of `postgres_changes`, as a client sends it. */
export type SentBinding = Record<string, unknown>

/** PostgreSQL has no text with the character 0. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\0]*$/, "must not have the character 0")

const sentBinding = z.looseObject({
  event: text(16).nullish(),
  schema: text(63).nullish(),
  table: text(63).nullish(),
  filter: text(4_096).nullish(),
  select: z.array(text(63)).max(100).nullish(),
})

const events = ["INSERT", "UPDATE", "DELETE"] as const
export type ChangeType = (typeof events)[number]

/** Changes that a client subscribes to. */
export interface Binding {
  /** Identifies a binding within its channel; clients ignore 0. */
  id: number
  event: ChangeType | "*"
  /** "*" is every schema, or table, of the publication. */
  schema: string
  table: string
  conditions: Condition[]
  /** Only these columns and the primary key; null for all. */
  select: readonly string[] | null
}

/** Throws MalformedFilter, InvalidSubscription. */
export function readBinding(sent: SentBinding, id: number): Binding {
  const { data, error } = sentBinding.safeParse(sent)
  if (!data) {
    const [issue] = error.issues
    throw new Refusal("InvalidSubscription", `${issue?.path.join(".")}: ${issue?.message}`)
  }
  const { event, schema, table, filter, select } = data
  if (!schema && !table) throw new Refusal("InvalidSubscription", "A subscription names a schema or a table")
  const upper = (event ?? "*").toUpperCase()
  const known = events.find((one) => one === upper)
  if (!known && upper !== "*") throw new Refusal("InvalidSubscription", `There is no event "${event}"`)
  const binding: Binding = {
    id,
    event: known ?? "*",
    schema: schema || "public",
    table: table || "*",
    conditions: readFilter(filter ?? ""),
    select: select?.length ? select : null,
  }
  if (binding.select && (binding.schema === "*" || binding.table === "*"))
    throw new Refusal("InvalidSubscription", "Columns can be selected of one table only")
  return binding
}
