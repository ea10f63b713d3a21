import type { Db } from "#ports/db.ts"

/**
 * A Db that knows which of its transactions commit: `afterCommit(db, effect)` runs the effect when the
 * transaction of that `db` commits (immediately outside of one), and discards it when that transaction, or an
 * enclosing one, rolls back.
 */
export function trackCommits(outer: Db): { db: Db; afterCommit(db: Db, effect: () => void): void } {
  const waiting = new WeakMap<Db, (() => void)[]>()

  const wrap = (db: Db, around: (() => void)[] | null): Db => ({
    sql: db.sql,
    query: (text, values) => db.query(text, values),
    async transaction(work) {
      const effects: (() => void)[] = []
      const result = await db.transaction((inner) => {
        const wrapped = wrap(inner, effects)
        waiting.set(wrapped, effects)
        return work(wrapped)
      })
      if (around) around.push(...effects)
      else for (const effect of effects) effect()
      return result
    },
  })
  return {
    db: wrap(outer, null),
    afterCommit(db, effect) {
      const effects = waiting.get(db)
      if (effects) effects.push(effect)
      else effect()
    },
  }
}
