import { useState } from "react"
import { site } from "#content/site.ts"
import type { OwnAthlete } from "#domain/competition/account/account.ts"
import { useDocument } from "../../document/document.tsx"
import { Button } from "../../ui/button.tsx"
import { useReady } from "../../ui/use-ready.ts"
import { Part } from "./part.tsx"

/** The member's invitation: an address, its code to scan, and a message with a picture for a group chat. */
export function BringFriend({ athlete }: { athlete: OwnAthlete }) {
  const ready = useReady()
  const address = `${useDocument().origin}/join/${athlete.invite}`
  const text = `I am in the ${site.name} competition: workouts earn points on a live board, and the athletes at the top win prizes. Join me: ${address}`
  const picture = athlete.visibility === "public" ? `/cards/athletes/${athlete.slug}.png` : "/social/join.png"
  const [said, setSaid] = useState("")
  const attempt = async (doing: () => Promise<string>) => {
    try {
      setSaid(await doing())
    } catch (error) {
      // Closing the sheet is a choice, not an error.
      if (!(error instanceof DOMException && error.name === "AbortError"))
        setSaid("Your browser did not allow it. Select the address and copy it.")
    }
  }
  return (
    <Part
      id="bring-a-friend"
      title="Bring a friend"
      text="Anyone who opens your link sees who invited them, if you show your name. Nobody earns points for it. The company is the prize."
    >
      <div className="flex flex-wrap items-start gap-6">
        <img
          src={`/join/${athlete.invite}/code.svg`}
          alt="QR code of your invitation"
          width={160}
          height={160}
          loading="lazy"
          className="aspect-square w-40 max-w-full bg-white"
        />
        <div className="grid min-w-0 max-w-[34rem] grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
          <p className="border-l-4 border-line pl-4 wrap-anywhere">{text}</p>
          <div className="flex flex-wrap gap-3">
            <Button
              look="plain"
              disabled={!ready}
              onClick={() => void attempt(() => copyWithPicture(text, picture).then(() => "Copied."))}
            >
              Copy for the group chat
            </Button>
            <Button
              look="quiet"
              disabled={!ready}
              onClick={() =>
                void attempt(() => navigator.clipboard.writeText(address).then(() => "Copied the link."))
              }
            >
              Copy the link
            </Button>
            {ready && typeof navigator.share === "function" && (
              <Button look="quiet" onClick={() => void attempt(() => share(text, picture))}>
                Share
              </Button>
            )}
          </div>
          <p role="status" className="text-small text-muted">
            {said}
          </p>
        </div>
      </div>
    </Part>
  )
}

/** Text and picture in one clipboard entry: chats paste the picture with its text, text fields only the text. */
async function copyWithPicture(text: string, picture: string): Promise<void> {
  try {
    // A promise, because Safari refuses clipboard access after an `await`.
    const image = fetch(picture).then((answer) => (answer.ok ? answer.blob() : Promise.reject(answer.status)))
    await navigator.clipboard.write([
      new ClipboardItem({ "text/plain": new Blob([text], { type: "text/plain" }), "image/png": image }),
    ])
  } catch {
    // Without a picture, as for a member without a card, only the text.
    await navigator.clipboard.writeText(text)
  }
}

async function share(text: string, picture: string): Promise<string> {
  const answer = await fetch(picture)
  const files = answer.ok ? [new File([await answer.blob()], "invitation.png", { type: "image/png" })] : []
  const whole = { text, files }
  await navigator.share(navigator.canShare?.(whole) ? whole : { text })
  return "Shared."
}
