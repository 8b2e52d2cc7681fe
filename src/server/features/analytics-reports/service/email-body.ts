import { escapeHtml } from '#server/platform/content/escape-html.ts'

/** A part of the email, written as text and as HTML. */
export type EmailPart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'picture'; id: string; alt: string }
  | { kind: 'figures'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'table'; columns: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'link'; text: string; url: string }

/** The parts as plain text; pictures are named by their alternative text. */
export function textOf(parts: readonly EmailPart[]): string {
  return `${parts.map(plainPart).join('\n\n')}\n`
}

function plainPart(part: EmailPart): string {
  if (part.kind === 'paragraph' || part.kind === 'heading') return part.text
  if (part.kind === 'picture') return `[${part.alt}]`
  if (part.kind === 'link') return `${part.text}: ${part.url}`
  if (part.kind === 'figures') return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  const { columns, rows } = part
  return rows
    .map(([label, ...cells]) => {
      const values = cells.map((cell, index) => `${columns[index + 1]} ${cell}`)
      return `${label}: ${values.join(', ')}`
    })
    .join('\n')
}

const FONT =
  'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5'
const CELL = 'padding:6px 12px 6px 0;border-bottom:1px solid #9aa0a8;vertical-align:top'

/**
 * The parts as HTML. Mail programs choose the colors of text and background, so that it is readable in dark mode too; pictures
 * have a white background of their own.
 */
export function htmlOf(parts: readonly EmailPart[]): string {
  return `<div lang="en" dir="ltr" style="max-width:640px;${FONT}">${parts.map(htmlPart).join('')}</div>`
}

function htmlPart(part: EmailPart): string {
  if (part.kind === 'paragraph') return `<p>${lines(part.text)}</p>`
  if (part.kind === 'heading') return `<h2 style="font-size:17px;margin:24px 0 8px">${lines(part.text)}</h2>`
  if (part.kind === 'picture')
    return `<p><img src="cid:${escapeHtml(part.id)}" alt="${escapeHtml(part.alt)}" width="640" style="max-width:100%;height:auto"></p>`
  if (part.kind === 'link') return `<p><a href="${escapeHtml(part.url)}">${lines(part.text)}</a></p>`
  if (part.kind === 'figures')
    return tableOf(part.rows.map(([label, value]) => `<tr>${rowHead(label)}${cell(value)}</tr>`))
  const head = `<tr>${part.columns.map((column) => `<th scope="col" style="${CELL};text-align:left">${lines(column)}</th>`).join('')}</tr>`
  return tableOf([
    head,
    ...part.rows.map(([label = '', ...cells]) => `<tr>${rowHead(label)}${cells.map(cell).join('')}</tr>`),
  ])
}

const tableOf = (rows: readonly string[]) =>
  `<div style="overflow-x:auto"><table style="border-collapse:collapse;${FONT}">${rows.join('')}</table></div>`
const rowHead = (text: string) =>
  `<th scope="row" style="${CELL};text-align:left;font-weight:normal">${lines(text)}</th>`
const cell = (text: string) => `<td style="${CELL};font-variant-numeric:tabular-nums">${lines(text)}</td>`
const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
