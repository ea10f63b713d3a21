import { createContext } from "react-router"
import type { Words } from "#content/words/words.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import type { PersonalData } from "#domain/members/privacy.ts"
import type { AddressData } from "#domain/operator/people/erase-address.ts"
import type { Operator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"

/** External services and boards, set by server/http/operator for each request, as on the public pages. */
export const world = createContext<World>()
export const boards = createContext<Boards>()

/** The signed-in operator; every request has one, because others get no page of the console. */
export const operator = createContext<Operator>()

/**
 * The state of this operator's desks (`shownTo`), read before the page's data: any later change is news to the page.
 */
export const shown = createContext<string>()

/** Renders a page of the site with words that nobody has published: its HTML, without scripts. */
export const preview = createContext<(address: string, words: Words) => Promise<string>>()

/** Every part of the product that stores personal data, for export and erasure. */
export const personalData = createContext<readonly PersonalData[]>()

/** The parts of the product that store data about people without an account, for erasure. */
export const addressData = createContext<readonly AddressData[]>()

/** Allows this response's inline scripts under the content-security-policy. */
export const nonce = createContext<string>()
