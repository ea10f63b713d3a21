/** The backend for accounts and data, and its public key. */
interface Backend {
  url: string
  key: string
}

const attempts = 4

/** Requests the site's settings; retries after 200 ms, doubling. Throws when all attempts fail. */
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
