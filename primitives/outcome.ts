/**
 * An expected refusal: the operation was not performed, for a reason identified by `code` ("expired",
 * "unknown_season"). `Details` are the fields that belong to the code. Exceptions are for bugs.
 */
export type Refusal<Code extends string = string, Details extends object = object> = {
  ok: false
  code: Code
} & Details

/** The result of a function that can refuse: its value, or the refusal. */
export type Outcome<Value, No extends Refusal = Refusal> = { ok: true; value: Value } | No
