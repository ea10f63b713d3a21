import * as offlinePage from "#content/offline-page.ts"
import { sharedFiles, sharedPage } from "#content/phone.ts"
import { keepFiles, listWaiting, watchWaiting } from "./waiting-files.ts"

/**
 * The script of two pages without React: the offline page lists the files waiting on this device, and the server's
 * response to a phone's share menu (server/http/endpoints/shared-files.ts) stores its files there.
 */
const list = document.querySelector("#waiting")
if (list) {
  // A reload would cut off a navigation that has begun, such as the one that brings files from the share menu.
  let isLeaving = false
  addEventListener("beforeunload", () => {
    isLeaving = true
  })
  addEventListener("online", () =>
    setTimeout(() => {
      if (!isLeaving) location.reload()
    }, 250),
  )
  watchWaiting(() => void show(list))
  void show(list)
}

const shared = document.querySelector("#shared")
if (shared) void handOver(JSON.parse(shared.textContent) as { name: string; base64: string }[])

async function show(into: Element): Promise<void> {
  const names = (await listWaiting()).flatMap(({ files }) => files.map(({ name }) => name))
  const lines = names.length > 0 ? names : [offlinePage.nothing]
  into.replaceChildren(
    ...lines.map((name) =>
      Object.assign(document.createElement("li"), { textContent: name, className: "break-all" }),
    ),
  )
}

async function handOver(files: readonly { name: string; base64: string }[]): Promise<void> {
  try {
    const made = files.map(({ name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      return new File([bytes], name)
    })
    // The server's guard has already refused forms from other sites.
    if (made.length > 0) await keepFiles(made, { fromHere: true })
    // The form's response is replaced, so that "back" does not send it again.
    history.replaceState(null, "", sharedFiles.path)
    location.replace("/account?shared")
  } catch {
    const text = document.querySelector("#state")
    if (text) text.textContent = sharedPage.failed
  }
}
