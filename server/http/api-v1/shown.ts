/** The athlete of a row as the interface sends it; null when the viewer may not see the name. */
export function athleteIn(
  siteUrl: string,
  { athlete, name }: { athlete: string | null; name: string | null },
): { id: string; name: string; url: string } | null {
  return athlete === null || name === null
    ? null
    : { id: athlete, name, url: `${siteUrl}/leaderboard/athletes/${athlete}` }
}
