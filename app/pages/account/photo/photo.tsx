import { photoAddress } from "#content/photos.ts"
import type { OwnPhoto } from "#domain/members/photo.ts"
import { ChoosePhoto } from "../../../people/photo/choose-photo.tsx"
import { useSendPhoto } from "../../../people/photo/use-send-photo.ts"
import { Button } from "../../../ui/button.tsx"
import { Face } from "../../../ui/face.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm } from "../member-form.tsx"
import { useReload } from "../use-look-again.ts"

const states = {
  waiting: "Only you can see it until we have reviewed it.",
  shown: "Shown wherever your name is shown.",
  declined: "We could not show your last photo. Please choose another.",
}

interface PhotoProps {
  photo: OwnPhoto | null
  folded: boolean
  answered: Answered | undefined
}

/** The member's photo: shown, replaced, removed. */
export function Photo({ photo, folded, answered }: PhotoProps) {
  const { problem, send } = useSendPhoto()
  const reload = useReload()
  return (
    <Setting
      id="photo"
      folded={folded}
      title="My photo"
      text="A square shown next to your name. We remove what your camera saved in the file, such as the location."
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {photo && (
        <div className="flex flex-wrap items-center gap-5">
          {photo.state !== "declined" && (
            <Face
              key={photo.version}
              address={(side, format) => photoAddress(photo.version, side, format, photo.key)}
              side={128}
              alt="Your photo"
              className="size-32"
            />
          )}
          <p role="status" className="max-w-[32ch] text-small text-muted">
            {states[photo.state]}
          </p>
        </div>
      )}
      <ChoosePhoto
        label={photo ? "Choose another photo" : "Choose a photo"}
        onChosen={async (square) => {
          const isTaken = await send(square)
          if (isTaken) await reload()
          return isTaken
        }}
      />
      <FormOutcome name="remove-photo" answered={answered} />
      {photo && photo.state !== "declined" && (
        <MemberForm name="remove-photo">
          <Button type="submit" look="quiet">
            Remove my photo
          </Button>
        </MemberForm>
      )}
    </Setting>
  )
}
