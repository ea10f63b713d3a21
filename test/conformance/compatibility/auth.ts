import type { Feature } from "./feature.ts"

/** Accounts and sessions in GoTrue's wire format, as auth-js calls them. */
export const auth: readonly Feature[] = []
