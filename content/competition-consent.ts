import { site } from "./site.ts"

/** The exact consent text for joining, stored with the date of consent. A changed text requires new consent. */
export const consentText = `I join the ${site.name} competition. I agree that my display name, rank, points and active days are shown on its boards to those whom I choose: everybody, members only, or nobody. The activities that I bring as files or through a connected service are kept to make my points, and I see each of them with its reason. I can change who sees me, take my data along, disconnect a service, or delete everything on my account page at any time; what came from a service goes with its connection, and a mail confirms it.`

/** The exact consent text for the shipping address, stored with the prize. */
export const prizeConsentText = `I agree that ${site.name} keeps this name and address to send me this prize, and hands them to the carrier for that alone.`
