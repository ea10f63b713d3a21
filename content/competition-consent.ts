import { site } from "./site.ts"

/** The exact consent text for joining, stored with the date of consent. A changed text requires new consent. */
export const consentText = `I join the ${site.name} competition. I agree that my display name, rank, points and active days appear on its boards to the people I choose: everybody, members only, or nobody. ${site.name} keeps the activities I upload or send through a connected service to score my points, and shows me why each one counts or not. On my account page I can change who sees me, download my data, disconnect a service, or delete everything at any time. Disconnecting a service deletes what came from it, and an email confirms that.`

/** The exact consent text for the shipping address, stored with the prize. */
export const prizeConsentText = `I agree that ${site.name} keeps this name and address to send me this prize, and shares them with the carrier for that purpose only.`
