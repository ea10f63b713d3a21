import { expectTypeOf, test } from "vitest"
import type { Outcome, Refusal } from "./outcome.ts"

type Answer = Outcome<number, Refusal<"odd"> | Refusal<"later", { until: Date }>>

test("the compiler distinguishes values, codes and details", () => {
  expectTypeOf<Extract<Answer, { ok: true }>["value"]>().toEqualTypeOf<number>()
  expectTypeOf<Extract<Answer, { ok: false }>["code"]>().toEqualTypeOf<"odd" | "later">()
  expectTypeOf<Extract<Answer, { code: "later" }>["until"]>().toEqualTypeOf<Date>()
  // @ts-expect-error: a code that is not listed
  const wrong: Answer = { ok: false, code: "unknown" }
  // @ts-expect-error: a code without its details
  const bare: Answer = { ok: false, code: "later" }
  void [wrong, bare]
})
