import { ButtonLink } from "../../ui/button.tsx"
import { Fortnight } from "../../ui/fortnight.tsx"

/** Minutes of one athlete over two weeks; the data for the hero's bars. */
const minutes = [48, 35, 0, 62, 41, 95, 30, 0, 55, 44, 70, 0, 128, 26]

export function Hero() {
  const active = minutes.filter((minute) => minute > 0).length
  return (
    <section className="field-ink -mt-nav flex min-h-[min(100svh,64rem)] flex-col overflow-hidden pt-nav">
      <div className="gutter flex grow flex-col justify-center pt-12 pb-10">
        <h1 className="display max-w-[15ch] text-mega">Where Everyday Athletes Compete, Connect, and Win</h1>
        <div className="mt-8 flex flex-col gap-8 lg:flex-row lg:items-end lg:justify-between">
          <p className="max-w-[44ch] text-lead text-muted">
            Two weeks of your training on one live board. Time, distance and consistency count. A fast mile
            helps; not missing Thursday helps more.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/leaderboard" look="volt">
              Join the Competition
            </ButtonLink>
            <a
              href="#how-it-works"
              className="label inline-flex min-h-12 items-center px-3 underline decoration-2 underline-offset-[0.5em] hover:decoration-4"
            >
              How It Works
            </a>
          </div>
        </div>
      </div>
      <figure>
        <figcaption className="gutter figures label flex justify-between gap-4 pb-3 text-muted">
          <span>14 days, in minutes</span>
          <span>
            {active} active, {minutes.length - active} rest
          </span>
        </figcaption>
        <Fortnight minutes={minutes} className="h-[clamp(9rem,26svh,19rem)]" />
      </figure>
    </section>
  )
}
