import { createElement, Fragment, type ReactNode } from 'react'
import { type Block, plainText } from '#domain/documentation/document.ts'
import type { Inline } from '#domain/documentation/inline.ts'
import type { Excerpt } from '#domain/documentation/search.ts'

/** Paragraphs and lists of a section. */
export function DocumentBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid gap-4 text-pretty text-muted">
      {blocks.map((block) => (
        <BlockOf key={plainText(block)} block={block} />
      ))}
    </div>
  )
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{inlineOf(block.content)}</p>
  const items = block.items.map((item) => <li key={JSON.stringify(item)}>{inlineOf(item)}</li>)
  const classes = 'grid gap-2 pl-6 marker:text-dim'
  return block.isOrdered ? (
    <ol className={`list-decimal ${classes}`}>{items}</ol>
  ) : (
    <ul className={`list-disc ${classes}`}>{items}</ul>
  )
}

/** Inline pieces of a line. Their order never changes, so they need no keys. */
function inlineOf(pieces: readonly Inline[]): ReactNode {
  return createElement(Fragment, null, ...pieces.map(pieceOf))
}

function pieceOf(piece: Inline): ReactNode {
  if (piece.kind === 'link') return <TextLink href={piece.href}>{piece.text}</TextLink>
  if (piece.kind === 'strong') return <strong className="font-medium text-text">{piece.text}</strong>
  if (piece.kind === 'text') return piece.text
  return (
    <code className="rounded bg-raised px-1 py-0.5 font-mono text-[0.875em] wrap-anywhere text-text">
      {piece.text}
    </code>
  )
}

/** Link inside running text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
    >
      {children}
    </a>
  )
}

/** Text with search matches highlighted. */
export function HighlightedText({ text }: { text: Excerpt }) {
  return createElement(Fragment, null, ...text.map(highlightOf))
}

function highlightOf({ text, isMatch }: Excerpt[number]): ReactNode {
  return isMatch ? <mark className="rounded-sm bg-accent/20 text-text">{text}</mark> : text
}
