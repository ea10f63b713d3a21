import { expect, test } from "vitest"
import { type ToastEntry, toastReducer } from "./toast-state.ts"

const entry = (id: number): ToastEntry => ({ id, title: `Toast ${id}`, open: true })

test("there is at most one toast: a newer one replaces the older", () => {
  const one = toastReducer([], { type: "add", toast: entry(1) })
  expect(one).toEqual([entry(1)])
  expect(toastReducer(one, { type: "add", toast: entry(2) })).toEqual([entry(2)])
})

test("dismissing marks a toast as closed and keeps it", () => {
  expect(toastReducer([entry(1)], { type: "dismiss", id: 1 })).toEqual([{ ...entry(1), open: false }])
})

test("a late dismissal of a replaced toast changes nothing", () => {
  expect(toastReducer([entry(2)], { type: "dismiss", id: 1 })).toEqual([entry(2)])
})

test("removal deletes it", () => {
  expect(toastReducer([{ ...entry(1), open: false }], { type: "remove", id: 1 })).toEqual([])
  expect(toastReducer([entry(2)], { type: "remove", id: 1 })).toEqual([entry(2)])
})
