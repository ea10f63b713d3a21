import { describe, expect, test } from "vitest"
import { mailboxOf } from "./mailbox.ts"

describe("addresses of the same mailbox are recognized", () => {
  test.each([
    ["Ana@Mail.example", "ana@mail.example"],
    [" ana@mail.example\n", "ana@mail.example"],
    ["ana@gmail.com.example", "ana@gmail.com.example"],
    ["ana+spam@mail.example", "ana@mail.example"],
    ["ana+a+b@mail.example", "ana@mail.example"],
    ["a.n.a@mail.example", "a.n.a@mail.example"],
    ["a.n.a+x@gmail.com", "ana@gmail.com"],
    ["ana@googlemail.com", "ana@gmail.com"],
    ["+x@mail.example", "+x@mail.example"],
  ])("%s is read in %s", (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox)
  })
})
