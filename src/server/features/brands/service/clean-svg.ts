import sax from 'sax'
import { AppError } from '#server/platform/errors.ts'
import { LOGO_EDGE, MAX_SVG_BYTES, MAX_SVG_COST, MAX_SVG_DEPTH, SVG_LAYER_COST } from '../limits.ts'
import { declarationsFor, isAllowedPaint, readStyleSheet, type StyleRule } from './svg-styles.ts'

type Node = {
  tag: string
  attributes: Map<string, string>
  children: Node[]
  style: string
  classes: string[]
}

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const CONTAINERS = ['svg', 'g', 'defs', 'symbol', 'clipPath', 'mask', 'use']
const GRADIENTS = ['linearGradient', 'radialGradient', 'stop']
const ALLOWED_TAGS = new Set([...SHAPES, ...CONTAINERS, ...GRADIENTS])
/** Elements whose loss changes the picture, so that the file is refused instead. */
const REFUSED_TAGS: Readonly<Record<string, string>> = {
  text: 'This SVG contains text. Convert the text to outlines, then upload it again.',
  image: 'This SVG contains an embedded picture. Upload your logo as a PNG.',
  filter: 'This SVG contains a filter effect. Upload your logo as a PNG.',
  pattern: 'This SVG contains a pattern. Upload your logo as a PNG.',
}
const GEOMETRY = new Set([
  ...[
    'd',
    'points',
    'x',
    'y',
    'x1',
    'x2',
    'y1',
    'y2',
    'cx',
    'cy',
    'r',
    'rx',
    'ry',
    'fx',
    'fy',
    'width',
    'height',
  ],
  ...['transform', 'gradientTransform', 'gradientUnits', 'spreadMethod', 'offset', 'viewBox'],
  ...['maskUnits', 'maskContentUnits', 'clipPathUnits', 'preserveAspectRatio'],
])
const GEOMETRY_PATTERN = /^[\w\s.,%()+-]*$/
const ID_PATTERN = /^[\w.:-]{1,200}$/
const REFERENCE_PATTERN = /url\(\s*["']?#([\w.:-]+)/gi

/** Largest and smallest size that an SVG may state, in its own units. */
const MAX_UNITS = 100_000
const MIN_UNITS = 0.01

export function isSvg(file: Buffer): boolean {
  const start = file.toString('utf8', 0, 4096).replace(/^\uFEFF/, '')
  return /^\s*<(?:\?xml|!--|!DOCTYPE\s+svg|svg[\s>])/i.test(start) && /<svg[\s>]/i.test(file.toString('utf8'))
}

/**
 * Writes an SVG again with only the shapes, colors and gradients of a drawing: no scripts, links, entities, fonts or outside
 * files. Refuses drawings whose references multiply, which would take forever to draw.
 *
 * @throws {AppError} invalid
 */
export function cleanSvg(file: Buffer): Buffer {
  if (file.length > MAX_SVG_BYTES)
    throw invalid(`This SVG is larger than ${MAX_SVG_BYTES / 1024} KB. Upload it as a PNG.`)
  const { root, rules } = parse(file.toString('utf8'))
  for (const node of nodesOf(root)) inlineStyles(node, rules)
  requireCheap(root)
  setSize(root)
  return Buffer.from(serialize(root))
}

function invalid(message: string): AppError {
  return new AppError('invalid', message)
}

const UNREADABLE = "We can't read this SVG. Export it again, or upload it as a PNG."

function parse(text: string): { root: Node; rules: StyleRule[] } {
  // Strict parsers know no entities but those of XML; a doctype is skipped without being read.
  const parser = sax.parser(true)
  const open: Node[] = []
  const rules: StyleRule[] = []
  let root: Node | null = null
  /** Levels below an element that is left out with its content. */
  let skipped = 0
  let styleText: string | null = null
  parser.onerror = (error) => {
    // Drawing programs name their namespaces with entities of their own, which stay unread.
    if (!/entity/i.test(error.message)) throw invalid(UNREADABLE)
    parser.resume()
  }
  parser.onopentag = ({ name, attributes }) => {
    const tag = name.replace(/^svg:/, '')
    if (open.length + skipped >= MAX_SVG_DEPTH)
      throw invalid('This SVG has too many nested groups. Upload it as a PNG.')
    if (!skipped && REFUSED_TAGS[tag]) throw invalid(REFUSED_TAGS[tag])
    if (!skipped && tag === 'style') styleText = ''
    if (skipped || !ALLOWED_TAGS.has(tag) || (tag === 'svg') !== (open.length === 0)) {
      if (!root) throw invalid(UNREADABLE)
      skipped++
      return
    }
    if (!open.length && root) throw invalid(UNREADABLE)
    const node = nodeOf(tag, attributes as Record<string, string>)
    open.at(-1)?.children.push(node)
    root ??= node
    open.push(node)
  }
  parser.onclosetag = () => {
    if (styleText !== null && skipped === 1) {
      const read = readStyleSheet(styleText)
      if (!read)
        throw invalid(
          'This SVG has a style sheet that we can\'t read. Export it with "presentation attributes".',
        )
      rules.push(...read)
      styleText = null
    }
    if (skipped > 0) skipped--
    else open.pop()
  }
  const addStyle = (part: string) => {
    if (styleText !== null) styleText += part
  }
  parser.ontext = addStyle
  parser.oncdata = addStyle
  try {
    parser.write(text).close()
  } catch (error) {
    throw error instanceof AppError ? error : invalid(UNREADABLE)
  }
  if (!root) throw invalid(UNREADABLE)
  return { root, rules }
}

function nodeOf(tag: string, input: Readonly<Record<string, string>>): Node {
  const attributes = new Map<string, string>()
  for (const [name, value] of Object.entries(input)) {
    if (name === 'id' && ID_PATTERN.test(value)) attributes.set('id', value)
    else if (GEOMETRY.has(name) && GEOMETRY_PATTERN.test(value)) attributes.set(name, value)
    else if (isAllowedPaint(name, value)) attributes.set(name, value)
    // A link to anything but an element of the drawing is left out.
    else if (/^(xlink:)?href$/.test(name) && /^#[\w.:-]+$/.test(value)) attributes.set('href', value)
  }
  const classes = (input.class ?? '').split(/\s+/).filter(Boolean)
  return { tag, attributes, children: [], style: input.style ?? '', classes }
}

function nodesOf(node: Node): Node[] {
  return [node, ...node.children.flatMap(nodesOf)]
}

/** Turns style rules into attributes, so that every reference is visible on its element. */
function inlineStyles(node: Node, rules: readonly StyleRule[]): void {
  const { tag, classes, style } = node
  const id = node.attributes.get('id')
  for (const [property, value] of declarationsFor(rules, { tag, classes, id, style })) {
    node.attributes.set(property, value)
  }
}

/** @throws {AppError} invalid for a drawing whose references multiply or go in a circle */
function requireCheap(root: Node): void {
  const byId = new Map(nodesOf(root).map((node) => [node.attributes.get('id'), node]))
  const costs = new Map<Node, number>()
  const running = new Set<Node>()
  const costOf = (node: Node): number => {
    const known = costs.get(node)
    if (known !== undefined) return known
    if (running.has(node)) throw invalid('This SVG refers to itself. Upload it as a PNG.')
    running.add(node)
    let cost = 1
    for (const child of node.children) cost += costOf(child)
    for (const id of referencesOf(node)) {
      const target = byId.get(id)
      if (target) cost += costOf(target)
    }
    if (node.attributes.has('mask') || node.attributes.has('clip-path')) cost += SVG_LAYER_COST
    else if (node.attributes.has('opacity')) cost += SVG_LAYER_COST / 10
    running.delete(node)
    costs.set(node, cost)
    if (cost > MAX_SVG_COST) throw invalid('This SVG is too complex. Upload it as a PNG.')
    return cost
  }
  costOf(root)
}

function referencesOf({ attributes }: Node): string[] {
  return Array.from(attributes).flatMap(([name, value]) =>
    name === 'href' ? [value.slice(1)] : Array.from(value.matchAll(REFERENCE_PATTERN), ([, id = '']) => id),
  )
}

/** Draws at the size of a stored logo, whatever size the file states. */
function setSize({ attributes }: Node): void {
  const [x, y, boxWidth, boxHeight] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const hasBox = Number.isFinite(x) && Number.isFinite(y) && isSize(boxWidth) && isSize(boxHeight)
  const width = hasBox ? boxWidth : Number.parseFloat(attributes.get('width') ?? '')
  const height = hasBox ? boxHeight : Number.parseFloat(attributes.get('height') ?? '')
  if (!isSize(width) || !isSize(height))
    throw invalid('This SVG states no usable size. Export it again, or upload it as a PNG.')
  const scale = LOGO_EDGE / Math.max(width, height)
  if (!hasBox) attributes.set('viewBox', `0 0 ${width} ${height}`)
  for (const name of ['x', 'y', 'transform', 'preserveAspectRatio']) attributes.delete(name)
  attributes.set('width', String(Math.max(1, Math.round(width * scale))))
  attributes.set('height', String(Math.max(1, Math.round(height * scale))))
}

function isSize(value: number | undefined): value is number {
  return value !== undefined && value >= MIN_UNITS && value <= MAX_UNITS
}

function serialize(node: Node): string {
  const namespace = node.tag === 'svg' ? ' xmlns="http://www.w3.org/2000/svg"' : ''
  const attributes = Array.from(
    node.attributes,
    ([name, value]) => ` ${name}="${escapeAttribute(value)}"`,
  ).join('')
  return `<${node.tag}${namespace}${attributes}>${node.children.map(serialize).join('')}</${node.tag}>`
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
