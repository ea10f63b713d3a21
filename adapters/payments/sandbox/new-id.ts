import { randomInt } from "node:crypto"

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** An id in Stripe's format, such as "ch_9fXk…". The 24 random letters contain 143 bits, so ids cannot be guessed. */
export function newId(prefix: string, length = 24): string {
  let id = `${prefix}_`
  for (let i = 0; i < length; i++) id += letters[randomInt(letters.length)]
  return id
}
