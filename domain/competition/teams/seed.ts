import { teamRule } from "#content/team-rule.ts"

/**
 * The points by which the draw picks an athlete: those of the last season, or 0.85 × the best of the last six if that
 * is more, so that sitting out a season does not make an athlete a newcomer. 0 for an athlete who never had points.
 * @param seasons points of closed seasons of the series, the latest first
 */
export function seedOf(seasons: readonly number[]): number {
  const { share, ofSeasons } = teamRule.seed
  return Math.max(seasons[0] ?? 0, Math.round(share * Math.max(0, ...seasons.slice(0, ofSeasons))))
}
