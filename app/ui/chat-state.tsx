/** A chat in a list: the service, the end of its address, and whether the last board arrived. */
export function ChatState(props: {
  /** "Discord" */
  service: string
  lastFour: string
  problem: string | null
  isOff: boolean
  /** "November 23, 2026", or null before the first board. */
  ok: string | null
}) {
  const { service, lastFour, problem, isOff, ok } = props
  return (
    <>
      <p className="font-semibold">
        {service} <span className="text-muted">…{lastFour}</span>
      </p>
      <p className={`text-small ${problem ? "text-danger" : "text-muted"}`}>
        {isOff && `Switched off: ${problem}. Make a new webhook in the chat, and add its address.`}
        {!isOff && problem && `Last time it did not work: ${problem}.`}
        {!isOff && !problem && (ok ? `Last posted ${ok}.` : "The first board comes on Monday.")}
      </p>
    </>
  )
}
