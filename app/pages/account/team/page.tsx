import { data, Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { teamRule } from "#content/team-rule.ts"
import { foundTeam, joinTeam, leaveTeam, removeMember } from "#domain/competition/teams/founding.ts"
import { ownTeam } from "#domain/competition/teams/own-team.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { signedIn } from "../../../session/signed-in.ts"
import { Button, ButtonLink } from "../../../ui/button.tsx"
import { TextField } from "../../../ui/field.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { ShareLink } from "../../../ui/share-link.tsx"
import { memberClientAction } from "../client-action.ts"
import { type Answered, memberAction, type Refused } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { MemberPage } from "../member-page.tsx"
import type { Route } from "./+types/page"
import { TeamChats } from "./chats.tsx"
import { Roster } from "./roster.tsx"
import { ownChats, saveChat } from "./save-chat.ts"

export { memberClientAction as clientAction }

export const meta = () => [
  ...pageMeta({ title: "My team", description: "Found a team, or join one with its code." }),
  { name: "robots", content: "noindex" },
]

/** The member's team in a race of captains' teams; `?code=` is that of an invitation. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { siteUrl } = context.get(world).settings
  const code = (new URL(request.url).searchParams.get("code") ?? "").slice(0, 40)
  const member = await signedIn(context)
  if (!member) return { userId: null, own: null, chats: null, code, siteUrl }
  const asked = { ...params, userId: member.userId }
  const [found, chats] = await Promise.all([
    ownTeam(context.get(world), asked),
    ownChats(context.get(world), asked),
  ])
  if (!found.ok) throw data("There is no such race", { status: 404 })
  return { userId: member.userId, own: found.own, chats, code, siteUrl }
}

const problems: Record<string, string> = {
  unknown_race: "This race is gone.",
  not_joined: "Join the competition first.",
  locked: "The third day of the season is over: teams no longer change.",
  in_team: "You are in a team already. Leave it first.",
  bad_name: "A team’s name has 3 to 40 characters, with at least one letter and no web address.",
  name_taken: "Another team of this race has that name.",
  too_many: `A race has at most ${teamRule.mostTeams} teams. Join one of them.`,
  unknown_code: "No team of this race has that code. Ask your captain for it again.",
  full: `That team is full: ${teamRule.mostMembers} members.`,
  no_team: "You are in no team.",
  not_captain: "Only the captain can remove a member.",
  unknown_member: "This member has left the team.",
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(args, async ({ userId }, typed): Promise<Refused | null> => {
    const asked = { season: args.params.season ?? "", name: args.params.name ?? "", userId }
    const [form = "", slug = ""] = (typed.form ?? "").split(" ")
    if (form.startsWith("chat")) return saveChat(current, asked, typed)
    const done =
      form === "found"
        ? await foundTeam(current, asked, typed.called ?? "")
        : form === "join"
          ? await joinTeam(current, asked, typed.code ?? "")
          : form === "leave"
            ? await leaveTeam(current, asked)
            : await removeMember(current, asked, slug)
    return done.ok ? null : { status: 409, code: done.code, problem: problems[done.code] ?? "Try again." }
  })
}

export default function TeamPage({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, own, chats, code, siteUrl } = loaderData
  const answered = actionData as Answered | undefined
  const typed = answered && !answered.ok && "typed" in answered ? answered.typed : undefined
  const [founding, joining] = [useSending("found"), useSending("join")]
  const sending = founding || joining
  const race = own?.race
  const address = race && `/leaderboard/races/${race.season}/${race.name}`
  return (
    <MemberPage userId={userId} keeps={typed !== undefined}>
      <h1 className="display mt-6 mb-4 text-title">{own?.team ? `Team ${own.team.name}` : "My team"}</h1>
      {race && address && (
        <p className="mb-10 max-w-[58ch] text-lead">
          In{" "}
          <Link to={address} className="underline underline-offset-4">
            {race.title}
          </Link>
          .{" "}
          {own.open
            ? "Teams can change until the third day of the season is over."
            : "Teams no longer change."}
        </p>
      )}
      {own && !own.joined && <ButtonLink to="/join">Join the Competition</ButtonLink>}
      {own?.team && address && (
        <>
          {own.team.code && (
            <Setting
              id="invite"
              title="Invite others"
              text={`Whoever has this code can join, up to ${countOf(teamRule.mostMembers, "member")}. A place needs ${teamRule.leastMembers}.`}
            >
              <p className="display figures mb-4 text-section">
                {own.team.code.slice(0, 5)}-{own.team.code.slice(5)}
              </p>
              <ShareLink
                title={`Join team ${own.team.name} in the ${site.name} competition`}
                address={`${siteUrl}/account/team/${own.race.season}/${own.race.name}?code=${own.team.code}`}
              />
            </Setting>
          )}
          <Roster
            team={own.team}
            open={own.open}
            page={`${address}/teams/${own.team.number}`}
            answered={answered}
          />
          {chats && <TeamChats chats={chats} answered={answered} />}
        </>
      )}
      {own?.joined && !own.team && own.open && (
        <>
          <Setting id="join" title="Join a team" text="With the code that its captain has given you.">
            <MemberForm name="join" className="grid gap-5">
              <FormOutcome name="join" answered={answered} />
              <TextField
                label="Code"
                name="code"
                required
                defaultValue={typed?.code ?? code}
                autoComplete="off"
                maxLength={40}
              />
              <Button type="submit" disabled={sending}>
                Join the team
              </Button>
            </MemberForm>
          </Setting>
          <Setting
            id="found"
            title="Found a team"
            text="You become its captain and get a code for the others."
          >
            <MemberForm name="found" className="grid gap-5">
              <FormOutcome name="found" answered={answered} />
              <TextField
                label="Name of the team"
                name="called"
                required
                defaultValue={typed?.called}
                minLength={3}
                maxLength={40}
              />
              <Button type="submit" look="quiet" disabled={sending}>
                Found the team
              </Button>
            </MemberForm>
          </Setting>
        </>
      )}
      {own?.joined && !own.team && !own.open && (
        <p>You are in no team in this race. You can join one in the next season.</p>
      )}
    </MemberPage>
  )
}
