/**
 * Files that wait on this device until they can be sent, in IndexedDB. Pages, the service worker and the offline page share
 * it. It holds no token: only a page with a session can send.
 */
export interface WaitingFiles {
  id: number
  /** The member who chose them; null when they came from the phone's share menu, where nobody is known. */
  owner: string | null
  /** Whether a page of this site brought them. Otherwise it was the share menu, or a page of somebody else. */
  fromHere: boolean
  files: File[]
  /** The id of their import on the server, once announced. */
  begun: { importId: string; bytesPerCall: number } | null
  /** Why the server refused them. */
  problem: string | null
}

const store = "batches"
const channelName = "waiting-files"

/** Keeps files until they are sent. Rejects when the browser has no space or allows no storage. */
export async function keepFiles(
  files: readonly File[],
  {
    owner = null,
    begun = null,
    fromHere = false,
  }: Partial<Pick<WaitingFiles, "owner" | "begun" | "fromHere">>,
) {
  const batch = { owner, fromHere, files: [...files], begun, problem: null }
  await change("readwrite", (batches) => batches.add(batch))
  announce()
}

/** All waiting files, oldest first; none if the browser allows no storage. */
export async function listWaiting(): Promise<WaitingFiles[]> {
  return change<WaitingFiles[]>("readonly", (batches) => batches.getAll()).catch(() => [])
}

/** Changes the current version of a batch. A batch that was sent or removed meanwhile is not restored. */
export async function changeWaiting(
  id: number,
  changed: Partial<Pick<WaitingFiles, "owner" | "begun" | "problem">>,
): Promise<void> {
  await change("readwrite", (batches) => {
    const found: IDBRequest<WaitingFiles | undefined> = batches.get(id)
    found.onsuccess = () => {
      if (found.result) batches.put({ ...found.result, ...changed })
    }
    return found
  })
  announce()
}

export async function dropWaiting(id: number): Promise<void> {
  await change("readwrite", (batches) => batches.delete(id))
  announce()
}

/** Calls `listener` after changes in any tab or in the service worker; returns the function that ends it. */
export function watchWaiting(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = listener
  return () => channel.close()
}

function announce(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

async function change<Value>(
  mode: IDBTransactionMode,
  ask: (batches: IDBObjectStore) => IDBRequest,
): Promise<Value> {
  const database = await openDatabase()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode)
      const request = ask(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result as Value)
      transaction.onerror = transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("waiting-files", 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore(store, { keyPath: "id", autoIncrement: true })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
