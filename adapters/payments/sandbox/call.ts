import type { z } from "zod"
import type { UnitOfWork } from "./unit-of-work.ts"

/** One call of the API. `:id` in the path is passed to `answer` as `id`. */
export interface Call {
  method: "GET" | "POST" | "DELETE"
  path: string
  /** Of the parameters, without `expand`. */
  shape: z.ZodType
  answer(work: UnitOfWork, params: unknown, id: string): Promise<object>
}

/** A call whose parameters are typed by its shape. */
export function defineCall<Shape extends z.ZodType>(definition: {
  method: Call["method"]
  path: string
  shape: Shape
  answer(work: UnitOfWork, params: z.output<Shape>, id: string): Promise<object>
}): Call {
  return {
    ...definition,
    answer: (work, params, id) => definition.answer(work, params as z.output<Shape>, id),
  }
}

/** The parameters of a call, under the SDK's names: a name that the SDK does not know is a compile error. */
export type Accepted<Params> = { [Name in keyof NonNullable<Params>]?: z.ZodType }
