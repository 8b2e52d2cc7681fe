/** Properties that change how a shape is painted. Dashes are missing: tiny ones take forever to draw. */
const PAINT_PROPERTIES = new Set([
  ...['fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'clip-path', 'mask', 'opacity', 'color', 'display'],
  ...['stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit'],
  ...['stop-color', 'stop-opacity', 'visibility', 'paint-order', 'mask-type', 'isolation'],
])

const DECLARATION_PATTERN = /^\s*([a-z-]+)\s*:\s*([^;{}]+?)\s*$/i
const RULE_PATTERN = /([^{}]+)\{([^{}]*)\}/g
const SELECTOR_PATTERN = /^([.#]?)([\w-]+)$/
/** Values without URLs, escapes, comments or functions besides colors and references to an element of the drawing. */
const VALUE_PATTERN =
  /^(?:[\w\s.,%#+-]|\b(?:rgba?|hsla?)\([\d\s.,%/deg-]*\)|url\(\s*(["']?)#[\w.:-]+\1\s*\))*$/i

export type Declarations = [property: string, value: string][]
export type StyleRule = { selector: string; declarations: Declarations }

/** The allowed declarations of a `style` attribute or rule. */
function readDeclarations(text: string): Declarations {
  return text
    .split(';')
    .map((part) => DECLARATION_PATTERN.exec(part))
    .filter((match) => match !== null)
    .map(([, property = '', value = '']): [string, string] => [
      property.toLowerCase(),
      value.replace(/\s*!important$/i, ''),
    ])
    .filter(([property, value]) => isAllowedPaint(property, value))
}

export function isAllowedPaint(property: string, value: string): boolean {
  return PAINT_PROPERTIES.has(property) && VALUE_PATTERN.test(value)
}

/** The rules of a style sheet with plain selectors: `.st0`, `path`, `#logo`. Null if there are others. */
export function readStyleSheet(text: string): StyleRule[] | null {
  const css = text.replace(/\/\*[\s\S]*?\*\//g, '')
  if (css.replace(RULE_PATTERN, '').trim() !== '') return null
  const rules: StyleRule[] = []
  for (const [, selectors = '', body = ''] of css.matchAll(RULE_PATTERN)) {
    for (const selector of selectors.split(',').map((each) => each.trim())) {
      if (!SELECTOR_PATTERN.test(selector)) return null
      rules.push({ selector, declarations: readDeclarations(body) })
    }
  }
  return rules
}

/** The declarations for an element, weaker ones first: by tag, by class, by id, its own. */
export function declarationsFor(
  rules: readonly StyleRule[],
  element: { tag: string; classes: readonly string[]; id: string | undefined; style: string },
): Declarations {
  const { tag, classes, id, style } = element
  const isMatch = [
    (selector: string) => selector === tag,
    (selector: string) => selector.startsWith('.') && classes.includes(selector.slice(1)),
    (selector: string) => selector === `#${id}`,
  ]
  const matching = isMatch.flatMap((matches) =>
    rules.filter(({ selector }) => matches(selector)).flatMap(({ declarations }) => declarations),
  )
  return [...matching, ...readDeclarations(style)]
}
