import type { z } from "zod"
import type { Work } from "./work.ts"

/** One call of the API. `:id` in the path reaches `answer` as `id`. */
export interface Call {
  method: "GET" | "POST" | "DELETE"
  path: string
  /** Of the parameters, without `expand`. */
  shape: z.ZodType
  answer(work: Work, params: unknown, id: string): Promise<object>
}

/** A call with its parameters typed by its shape. */
export function defineCall<Shape extends z.ZodType>(definition: {
  method: Call["method"]
  path: string
  shape: Shape
  answer(work: Work, params: z.output<Shape>, id: string): Promise<object>
}): Call {
  return {
    ...definition,
    answer: (work, params, id) => definition.answer(work, params as z.output<Shape>, id),
  }
}
