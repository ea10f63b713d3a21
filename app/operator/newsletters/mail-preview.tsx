import { Panel } from "../frame/page.tsx"

/**
 * The real mail as mail programs show it: wide, on a phone, and in a program that darkens light mails automatically.
 */
export function MailPreview({ html }: { html: string }) {
  return (
    <Panel title="The email" className="min-w-0">
      <div className="grid gap-5">
        <Frame html={html} title="The email in a wide window" className="w-full" />
        <div className="flex flex-wrap gap-5">
          <Frame html={html} title="The email on a phone" className="w-[375px]" />
          <Frame
            html={html}
            title="The email in forced dark mode"
            className="w-[375px] invert hue-rotate-180"
          />
        </div>
      </div>
    </Panel>
  )
}

function Frame({ html, title, className }: { html: string; title: string; className: string }) {
  return (
    <figure className="min-w-0 max-w-full">
      <figcaption className="mb-1 text-small text-muted">{title}</figcaption>
      <iframe
        title={title}
        srcDoc={html}
        sandbox=""
        loading="lazy"
        className={`h-[36rem] max-w-full border border-line bg-white ${className}`}
      />
    </figure>
  )
}
