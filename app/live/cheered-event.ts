/** The DOM event of a page whose member was cheered. */
export const cheeredEvent = "b4m-cheered"
