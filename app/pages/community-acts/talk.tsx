import { useEffect, useRef } from "react"
import { Link } from "react-router"
import { commentRefusals, commentRule } from "#content/comments.ts"
import { talkEvent } from "../../community/say-commented.ts"
import { Button } from "../../ui/button.tsx"
import { TextArea } from "../../ui/field.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import type { Answered } from "../account/member-action.ts"
import { FormOutcome, MemberForm } from "../account/member-form.tsx"
import { useLiveMember } from "../account/use-live-member.ts"
import { useReload } from "../account/use-look-again.ts"
import { Comment } from "./comment.tsx"
import type { TalkShown } from "./talk-shown.ts"

/** The comments under a day or an event, and the forms to take part; saved by save-talk.ts. */
export function Talk(props: {
  talk: TalkShown
  /** What it is about, for the stream: "event/sunrise-run/2026-11-24". */
  about: string
  answered: Answered | undefined
}) {
  const { talk, about, answered } = props
  const { comments, earlier, because, own, open } = talk
  useTalk(about)
  return (
    <section aria-labelledby="comments" className="border-t border-line py-9">
      <h2 id="comments" className="display scroll-mt-24 text-card">
        Comments
      </h2>
      <p className="mt-2 mb-6 text-small text-muted">Only members can read them.</p>
      {earlier !== null && (
        <p className="mb-4">
          <Link to={`?before=${earlier}#comments`} className="inline-flex min-h-11 items-center underline">
            Earlier comments
          </Link>
        </p>
      )}
      <FormOutcome name="aside" answered={answered} />
      <FormOutcome name="delete" answered={answered} />
      {comments.length === 0 && <p className="border-y border-line py-6">Nobody has written anything yet.</p>}
      <ol className="max-w-3xl border-t border-line empty:hidden">
        {comments.map((one) => (
          <Comment key={one.id} comment={one} own={own} because={because} answered={answered} />
        ))}
      </ol>
      <div className="mt-8 max-w-2xl">
        {because === null ? (
          <WriteForm answered={answered} />
        ) : (
          <p className="border-l-8 border-line pl-4 text-muted">{commentRefusals[because]}</p>
        )}
      </div>
      {own && (
        <MemberForm name="day" className="mt-8">
          <TextButton
            type="submit"
            name="do"
            value={open ? "close" : "open"}
            className="text-small text-muted"
          >
            {open ? "No new comments on this day" : "Allow comments on this day again"}
          </TextButton>
        </MemberForm>
      )}
    </section>
  )
}

/** Loads the page again when somebody has written, and when somebody may no longer be seen. */
function useTalk(about: string): void {
  const reload = useReload()
  useLiveMember(about)
  useEffect(() => {
    const look = () => void reload()
    addEventListener(talkEvent, look)
    return () => removeEventListener(talkEvent, look)
  }, [reload])
}

function WriteForm({ answered }: { answered: Answered | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const mine = answered?.form === "comment" ? answered : undefined
  useEffect(() => {
    if (mine?.ok) form.current?.reset()
  }, [mine])
  const typed = mine && !mine.ok && "typed" in mine ? mine.typed.text : undefined
  return (
    <MemberForm name="comment" ref={form} className="grid gap-4">
      <FormOutcome name="comment" answered={answered} />
      <TextArea
        id="comment-text"
        name="text"
        label="Write a comment"
        hint={`Up to ${commentRule.longest} characters. A few good words go a long way.`}
        required
        rows={3}
        dir="auto"
        defaultValue={typed}
      />
      <div>
        <Button type="submit">Post</Button>
      </div>
    </MemberForm>
  )
}
