import type postgres from "postgres"

type Scope = <T>(work: (sql: postgres.TransactionSql) => Promise<T>) => Promise<unknown>

/** Error codes of postgres.js and of the socket, and PostgreSQL's shutdown codes (57P01 to 57P03). */
const lostCodes = /^(CONNECTION_\w+|ECONN\w+|EPIPE|ETIMEDOUT|57P0[123])$/

/** Whether an error means that its connection is gone or about to go. */
export function isLost(error: unknown): boolean {
  return error instanceof Error && "code" in error && lostCodes.test(String(error.code))
}

/** Whether the connection of a transaction's `sql` was lost; nested scopes ask the enclosing ones. */
const lostAround = Symbol("lost")

function isLostAround(sql: object): boolean {
  return lostAround in sql && (sql[lostAround] as () => boolean)()
}

/**
 * Runs `work` in a transaction or savepoint that `open` opens on `outer`. postgres.js (3.4.9) ends the
 * process when anything is sent over a closed connection, including its own rollback. So when `work` fails
 * because of a lost connection, the error is passed on immediately and the scope is left open; the pool
 * cleans up.
 */
export async function inScope<T>(
  outer: object,
  open: Scope,
  work: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let lost = false
  const scope = open(async (sql) => {
    try {
      return await work(refusing(sql, () => lost || isLostAround(outer)))
    } catch (error) {
      if (!isLost(error)) throw error
      reject(error)
      return new Promise<never>(() => {})
    }
  })
  scope.then(
    (result) => resolve(result as T),
    (error: unknown) => {
      lost = isLost(error)
      reject(error)
    },
  )
  return promise
}

/** The same `sql`, but it throws instead of sending when the connection was lost between two statements. */
function refusing(sql: postgres.TransactionSql, isClosed: () => boolean): postgres.TransactionSql {
  const check = () => {
    if (isClosed()) throw Object.assign(new Error("The connection was lost"), { code: "CONNECTION_CLOSED" })
  }
  return new Proxy(sql, {
    apply(target, self, parts: unknown[]) {
      check()
      return Reflect.apply(target, self, parts)
    },
    has: (target, name) => name === lostAround || Reflect.has(target, name),
    get(target, name) {
      if (name === lostAround) return isClosed
      const value: unknown = Reflect.get(target, name)
      if (name !== "unsafe" && name !== "savepoint") return value
      return (...parts: unknown[]) => {
        check()
        return (value as (...parts: unknown[]) => unknown)(...parts)
      }
    },
  })
}
