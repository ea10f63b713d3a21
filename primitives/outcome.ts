/**
 * An expected no: what was asked is not done, for a reason that the caller tells apart by its `code` ("expired",
 * "unknown_season"). `Details` are the fields that belong to the code. Exceptions are for bugs.
 */
export type Refusal<Code extends string = string, Details extends object = object> = {
  ok: false
  code: Code
} & Details

/** What a function answers that may refuse: its value, or why there is none. */
export type Outcome<Value, No extends Refusal = Refusal> = { ok: true; value: Value } | No
