import { randomBytes, randomInt } from "node:crypto"

/** 256 random bits in base64url, 43 characters. */
export const randomToken = (): string => randomBytes(32).toString("base64url")

/** 224 random bits in hexadecimal, the length of GoTrue's link tokens. */
export const randomLinkToken = (): string => randomBytes(28).toString("hex")

/** Six random digits, uniformly distributed. */
export const randomCode = (): string => randomInt(1_000_000).toString().padStart(6, "0")
