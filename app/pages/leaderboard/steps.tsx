const steps = [
  { title: "Create an account", text: "Your name goes on the board, and we email you if you win." },
  { title: "Join the activity club", text: "Membership is free, and prizes go to members." },
  {
    title: "Bring your activities",
    text: "Connect your tracker, or upload the files from your watch. Public activities count.",
  },
  { title: "Train", text: "Points appear as soon as an activity arrives. There is nothing else to do." },
]

/** How to join, in four steps. */
export function Steps() {
  return (
    <ol className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
      {steps.map((step, index) => (
        <li key={step.title} className="border-t-4 border-text pt-4">
          <p aria-hidden className="display figures text-section">
            {index + 1}
          </p>
          <h3 className="display mt-2 text-card">{step.title}</h3>
          <p className="mt-2 text-muted">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
