import { photoAddress } from "#content/photos.ts"
import { ChoosePhoto } from "../../../people/photo/choose-photo.tsx"
import { useOwnPhoto } from "../../../people/photo/use-own-photo.ts"
import { Button } from "../../../ui/button.tsx"
import { Face } from "../../../ui/face.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { Failed } from "../failed.tsx"

const states = {
  waiting: "Only you can see it until we have reviewed it.",
  shown: "Shown wherever your name is shown.",
  declined: "We could not show your last photo. Please choose another.",
}

/** The member's photo: shown, replaced, removed. */
export function Photo({ folded }: { folded: boolean }) {
  const { own, error, refetch, problem, send, remove } = useOwnPhoto()

  if (error) return <Failed what="Your photo" onRetry={() => void refetch()} />
  return (
    <Setting
      id="photo"
      folded={folded}
      title="My photo"
      text="A square shown next to your name. We remove what your camera saved in the file, such as the location."
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {own && (
        <div className="flex flex-wrap items-center gap-5">
          {own.state !== "declined" && (
            <Face
              key={own.version}
              address={(side, format) => photoAddress(own.version, side, format, own.key)}
              side={128}
              alt="Your photo"
              className="size-32"
            />
          )}
          <p role="status" className="max-w-[32ch] text-small text-muted">
            {states[own.state]}
          </p>
        </div>
      )}
      <ChoosePhoto label={own ? "Choose another photo" : "Choose a photo"} onChosen={send} />
      {own && own.state !== "declined" && (
        <Button look="quiet" className="justify-self-start" onClick={() => void remove()}>
          Remove my photo
        </Button>
      )}
    </Setting>
  )
}
