/** Addresses that are rendered for each request: live data, or an answer that depends on the visitor. All others are prerendered. */
export const renderedPerRequest: readonly string[] = ["/leaderboard", "/auth"]
