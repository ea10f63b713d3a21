import { expect, test } from "vitest"
import { type ToastEntry, toastReducer } from "./toast-state.ts"

const entry = (id: number): ToastEntry => ({ id, title: `Toast ${id}`, open: true })

test("at most one is there: a newer one takes the place of the older", () => {
  const one = toastReducer([], { type: "add", toast: entry(1) })
  expect(one).toEqual([entry(1)])
  expect(toastReducer(one, { type: "add", toast: entry(2) })).toEqual([entry(2)])
})

test("dismissing marks it closed and leaves it there", () => {
  expect(toastReducer([entry(1)], { type: "dismiss", id: 1 })).toEqual([{ ...entry(1), open: false }])
})

test("a late dismissal of one that was replaced changes nothing", () => {
  expect(toastReducer([entry(2)], { type: "dismiss", id: 1 })).toEqual([entry(2)])
})

test("removal takes it away", () => {
  expect(toastReducer([{ ...entry(1), open: false }], { type: "remove", id: 1 })).toEqual([])
  expect(toastReducer([entry(2)], { type: "remove", id: 1 })).toEqual([entry(2)])
})
