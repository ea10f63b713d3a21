import { Link } from "react-router"
import type { CommentRefusal } from "#content/comments.ts"
import { AthleteFace } from "../../people/athlete-face.tsx"
import { Button } from "../../ui/button.tsx"
import { TextArea } from "../../ui/field.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import type { Answered } from "../account/member-action.ts"
import { FormOutcome, MemberForm } from "../account/member-form.tsx"
import type { CommentShown } from "./talk-shown.ts"

/** One comment, and what this member can do about it. @param own it stands on a day of theirs */
export function Comment(props: {
  comment: CommentShown
  own: boolean
  because: CommentRefusal | null
  answered: Answered | undefined
}) {
  const { comment, own, because, answered } = props
  const { id, athlete, name, at, version, mine } = comment
  const act = "text-small text-muted"
  return (
    <li
      id={`comment-${id}`}
      className="grid grid-cols-[40px_minmax(0,1fr)] gap-x-4 border-b border-line py-4"
    >
      <AthleteFace of={comment} side={40} />
      <div className="min-w-0">
        <p className="text-small">
          <Link
            to={`/leaderboard/athletes/${athlete}`}
            className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="figures ml-3 text-muted">
            {at}
            {version && ", edited"}
          </span>
        </p>
        {/* Whichever way it runs, it stays within its own lines. */}
        <p
          dir="auto"
          className={`mt-1 overflow-hidden whitespace-pre-wrap wrap-anywhere ${comment.aside ? "text-muted" : ""}`}
        >
          {comment.text}
        </p>
        {comment.hidden && (
          <p className="mt-1 text-small text-danger">
            A moderator has hidden it, and only you see it.{" "}
            <Link to="/account/cheers#decisions" className="underline">
              Why, and how to object
            </Link>
          </p>
        )}
        {comment.aside && <p className="mt-1 text-small text-muted">You have hidden it from others.</p>}
        <div className="flex flex-wrap items-start gap-x-5">
          {mine && because === null && !comment.hidden && <EditForm comment={comment} answered={answered} />}
          {mine && (
            <MemberForm name="delete">
              <input type="hidden" name="comment" value={id} />
              <TextButton type="submit" className={act}>
                Delete<span className="sr-only"> my comment</span>
              </TextButton>
            </MemberForm>
          )}
          {!mine && own && (
            <MemberForm name="aside">
              <input type="hidden" name="comment" value={id} />
              <TextButton type="submit" name="do" value={comment.aside ? "show" : "hide"} className={act}>
                {comment.aside ? "Show again" : "Hide"}
                <span className="sr-only"> the comment of {name}</span>
              </TextButton>
            </MemberForm>
          )}
          {!mine && (
            <>
              <Link
                to={`/leaderboard/athletes/${athlete}/report?comment=${id}`}
                className={`inline-flex min-h-11 items-center underline underline-offset-4 ${act}`}
              >
                Report<span className="sr-only"> the comment of {name}</span>
              </Link>
              <Link
                to={`/leaderboard/athletes/${athlete}/cheer#block`}
                className={`inline-flex min-h-11 items-center underline underline-offset-4 ${act}`}
              >
                Block<span className="sr-only"> {name}</span>
              </Link>
            </>
          )}
        </div>
      </div>
    </li>
  )
}

/** Opens in place; stays open, with what was typed, when it was not saved. */
function EditForm({ comment, answered }: { comment: CommentShown; answered: Answered | undefined }) {
  const name = `edit-${comment.id}`
  const refused = answered?.form === name && !answered.ok ? answered : undefined
  const typed = refused && "typed" in refused ? refused.typed.text : undefined
  return (
    <details key={comment.version} open={refused !== undefined} className="open:basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-muted underline underline-offset-4">
        Edit<span className="sr-only"> my comment</span>
      </summary>
      <MemberForm name={name} className="grid gap-3 pb-3">
        <FormOutcome name={name} answered={answered} />
        <input type="hidden" name="comment" value={comment.id} />
        <input type="hidden" name="seen" value={comment.version} />
        <TextArea
          id={`edit-${comment.id}`}
          name="text"
          label="Your comment"
          required
          rows={3}
          dir="auto"
          defaultValue={typed ?? comment.text}
        />
        <div>
          <Button type="submit" look="quiet">
            Save
          </Button>
        </div>
      </MemberForm>
    </details>
  )
}
