/** Where accounts and data are served, and the key that browsers send. */
interface Backend {
  url: string
  key: string
}

const attempts = 4

/** Asks the site, again after 200 ms, doubling, when it does not answer. Throws when it never does. */
export async function findBackend(): Promise<Backend> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch("/backend.json")
      if (!answer.ok) throw new Error(`/backend.json answered ${answer.status}`)
      const { url, key } = (await answer.json()) as { url: string | null; key: string }
      return { url: url ?? location.origin, key }
    } catch (error) {
      if (attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** (attempt - 1)))
    }
  }
}
