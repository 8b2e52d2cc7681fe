import { createElement, Fragment, type ReactNode } from 'react'
import { type Block, DOCUMENT_GROUPS, type Document, plainText } from '#domain/documentation/document.ts'
import { type Inline, parseInline } from '#domain/documentation/inline.ts'
import type { Excerpt } from '#domain/documentation/search.ts'
import { urls } from '#web/lib/urls.ts'
import { cx } from '#web/ui/class-names.ts'

interface DocumentBlocksProps {
  blocks: readonly Block[]
  className?: string
}

/** Paragraphs, lists and code of a section. */
export function DocumentBlocks({ blocks, className }: DocumentBlocksProps) {
  return (
    <div className={cx('grid gap-4 text-pretty text-muted', className)}>
      {blocks.map((block) => (
        <BlockElement key={plainText(block)} block={block} />
      ))}
    </div>
  )
}

function BlockElement({ block }: { block: Block }) {
  if (block.kind === 'paragraph') return <p>{renderInline(block.content)}</p>
  if (block.kind === 'code')
    return (
      <pre className="rounded-md bg-raised p-3 font-mono text-[13px] wrap-anywhere whitespace-pre-wrap text-text">
        <code>{block.text}</code>
      </pre>
    )
  const items = block.items.map((item) => <li key={JSON.stringify(item)}>{renderInline(item)}</li>)
  const classes = 'grid gap-2 pl-6 marker:text-dim'
  return block.isOrdered ? (
    <ol className={`list-decimal ${classes}`}>{items}</ol>
  ) : (
    <ul className={`list-disc ${classes}`}>{items}</ul>
  )
}

/** Inline pieces of a line. Their order never changes, so they need no keys. */
function renderInline(pieces: readonly Inline[]): ReactNode {
  return createElement(Fragment, null, ...pieces.map(renderPiece))
}

function renderPiece(piece: Inline): ReactNode {
  if (piece.kind === 'link') return <TextLink href={piece.href}>{piece.text}</TextLink>
  if (piece.kind === 'strong') return <strong className="font-medium text-text">{piece.text}</strong>
  if (piece.kind === 'text') return piece.text
  return (
    <code className="rounded bg-raised px-1 py-0.5 font-mono text-[0.875em] wrap-anywhere text-text">
      {piece.text}
    </code>
  )
}

/** A line with its links, emphasis and code. */
export function LinkedText({ text }: { text: string }) {
  return renderInline(parseInline(text))
}

/** Link inside running text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="text-accent underline decoration-accent/40 underline-offset-3 wrap-anywhere hover:decoration-accent"
    >
      {children}
    </a>
  )
}

/** Text with search matches highlighted. */
export function HighlightedText({ text }: { text: Excerpt }) {
  return createElement(Fragment, null, ...text.map(renderExcerptPiece))
}

function renderExcerptPiece({ text, isMatch }: Excerpt[number]): ReactNode {
  return isMatch ? <mark className="rounded-sm bg-accent/20 text-text">{text}</mark> : text
}

/** Entry of the document list. */
export type DocumentEntry = Pick<Document, 'title' | 'slug' | 'summary' | 'group'>

export function entryOf({ title, slug, summary, group }: Document): DocumentEntry {
  return { title, slug, summary, group }
}

/** All documents with their summaries, by group. */
export function DocumentList({ entries }: { entries: readonly DocumentEntry[] }) {
  return (
    <div className="divide-y divide-line border-t border-line">
      {DOCUMENT_GROUPS.map((group) => (
        <section
          key={group}
          aria-labelledby={idOf(group)}
          className="gap-x-10 py-6 md:grid md:grid-cols-[12rem_minmax(0,1fr)]"
        >
          <h3 id={idOf(group)} className="py-3 text-base">
            {group}
          </h3>
          <ul className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
            {entries
              .filter((entry) => entry.group === group)
              .map(({ slug, title, summary }) => (
                <li key={slug} className="relative -mx-3 rounded-lg p-3 hover:bg-surface">
                  <a
                    href={urls.document(slug)}
                    className="font-medium text-accent after:absolute after:inset-0 hover:underline"
                  >
                    {title}
                  </a>
                  <p className="mt-1 text-sm text-pretty text-muted">{summary}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function idOf(group: string): string {
  return `group-${group.toLowerCase().replaceAll(' ', '-')}`
}
