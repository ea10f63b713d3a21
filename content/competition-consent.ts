import { site } from "./site.ts"

/** What a member agrees to on joining, word for word; kept with the day it was agreed to. A change is asked for anew. */
export const consentText = `I join the ${site.name} competition. I agree that my display name, rank, points and active days are shown on its boards to those whom I choose: everybody, members only, or nobody. The activities that I bring as files or through a connected service are kept to make my points, and I see each of them with its reason. I can change who sees me, take my data along, disconnect a service, or delete everything on my account page at any time; what came from a service goes with its connection, and a mail confirms it.`

/** What a winner agrees to with the address, word for word; kept with the prize. */
export const prizeConsentText = `I agree that ${site.name} keeps this name and address to send me this prize, and hands them to the carrier for that alone.`
