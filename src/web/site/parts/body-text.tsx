import { cx } from '#web/ui/class-names.ts'
import { LinkedText } from './linked-text.tsx'

/** Renders text with blank lines between paragraphs and `- ` lists. Email addresses and page names become links. */
export function BodyText({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cx('grid gap-4 text-muted', className)}>
      {text.split(/\n{2,}/).map((block) => (
        <Block key={block} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: string }) {
  const lines = block.split('\n')
  const first = lines.findIndex((line) => line.startsWith('- '))
  if (first < 0) return <Paragraph text={block} />
  const before = lines.slice(0, first).join(' ')
  return (
    <>
      {before && <Paragraph text={before} />}
      <ul className="grid list-disc gap-1.5 pl-5">
        {lines.slice(first).map((line) => (
          <li key={line}>
            <LinkedText text={line.replace(/^- /, '')} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Paragraph({ text }: { text: string }) {
  return (
    <p>
      <LinkedText text={text} />
    </p>
  )
}
