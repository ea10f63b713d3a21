/** The people who cannot win, in the words of the member's own checkbox. The official rules say the same. */
export const tieText =
  "I work for the sponsor or help run this site, or live with someone who does. I can take part but not win."
