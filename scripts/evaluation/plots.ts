import type { Evaluation } from './evaluation.ts'
import { METHOD_LABELS, toPercent } from './tables.ts'

const SIZE = { width: 460, height: 380, left: 66, right: 24, top: 12, bottom: 46 }
const INNER = {
  width: SIZE.width - SIZE.left - SIZE.right,
  height: SIZE.height - SIZE.top - SIZE.bottom,
}

type Scale = { x: (value: number) => number; y: (value: number) => number; max: number }

function scaleTo(max: number): Scale {
  return {
    max,
    x: (value) => SIZE.left + (value / max) * INNER.width,
    y: (value) => SIZE.top + INNER.height - (value / max) * INNER.height,
  }
}

const roundTo1 = (value: number) => Math.round(value * 10) / 10

function frameSvg({ x, y, max }: Scale, step: number, labels: { x: string; y: string }): string {
  const ticks = Array.from({ length: Math.round(max / step) + 1 }, (_, i) => i * step)
  const grid = ticks.map((tick) => {
    const text = `${Math.round(100 * tick)}%`
    return `<line class="grid" x1="${SIZE.left}" x2="${SIZE.left + INNER.width}" y1="${roundTo1(y(tick))}" y2="${roundTo1(y(tick))}"/>
<text x="${SIZE.left - 8}" y="${roundTo1(y(tick)) + 4}" text-anchor="end">${text}</text>
<text x="${roundTo1(x(tick))}" y="${SIZE.top + INNER.height + 18}" text-anchor="middle">${text}</text>`
  })
  const centerY = SIZE.top + INNER.height / 2
  return `${grid.join('\n')}
<line class="even" x1="${roundTo1(x(0))}" y1="${roundTo1(y(0))}" x2="${roundTo1(x(max))}" y2="${roundTo1(y(max))}"/>
<text x="${SIZE.left + INNER.width / 2}" y="${SIZE.height - 6}" text-anchor="middle">${labels.x}</text>
<text transform="rotate(-90 13 ${centerY})" x="13" y="${centerY}" text-anchor="middle">${labels.y}</text>`
}

function wrapSvg(name: string, content: string): string {
  return `<svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${name}">${content}</svg>`
}

/** Plots observed against expected moves: ten equal groups of people, and the strength bands with their intervals. */
export function reliabilityPlot({ bins, bands }: Evaluation): string {
  const maxShare = Math.max(...bins.map(({ observed }) => observed), ...bands.map((band) => band.high))
  const scale = scaleTo(Math.min(1, Math.ceil(maxShare * 10 + 0.2) / 10))
  const { x, y } = scale
  const line = bins.map((bin) => `${roundTo1(x(bin.expected))},${roundTo1(y(bin.observed))}`).join(' ')
  const dots = bins.map(
    (bin) =>
      `<circle class="model" cx="${roundTo1(x(bin.expected))}" cy="${roundTo1(y(bin.observed))}" r="4"><title>predicted ${toPercent(bin.expected)}, moved ${toPercent(bin.observed)}</title></circle>`,
  )
  const bandMarks = bands.map(({ name, expected, observed, ...interval }) => {
    const [bandX, low, high] = [x(expected), y(interval.low), y(interval.high)].map(roundTo1)
    return `<line class="band" x1="${bandX}" x2="${bandX}" y1="${low}" y2="${high}"/>
<rect class="band" x="${roundTo1(x(expected) - 4)}" y="${roundTo1(y(observed) - 4)}" width="8" height="8"><title>${name}: predicted ${toPercent(expected)}, moved ${toPercent(observed)}</title></rect>`
  })
  const content = `${frameSvg(scale, 0.1, { x: 'Mean predicted chance', y: 'Moved' })}
<polyline class="model" points="${line}"/>${dots.join('')}${bandMarks.join('')}`
  return wrapSvg('Predicted and observed moves; the values are in the tables', content)
}

const PLOTTED_METHODS = ['knowable', 'counting', 'ageAndTenure', 'model'] as const

/** Share of movers found, going down the list of owners. */
export function gainsPlot({ owners }: Evaluation): string {
  const scale = scaleTo(1)
  const { x, y } = scale
  const lines = PLOTTED_METHODS.map((method) => {
    const points = [0, ...owners[method].capturedShares].map(
      (share, i) => `${roundTo1(x(i / 10))},${roundTo1(y(share))}`,
    )
    return `<polyline class="${method}" points="${points.join(' ')}"><title>${METHOD_LABELS[method]}</title></polyline>`
  })
  const content = `${frameSvg(scale, 0.2, { x: 'Owners called, best first', y: 'Movers found' })}
${lines.join('')}`
  return wrapSvg('Share of moving owners found by share of owners called', content)
}

/** Lift of each tenth of the list of owners, best tenth first. */
export function liftPlot({ owners }: Evaluation): string {
  const max = Math.ceil(owners.model.lift.value + 0.2)
  const y = (lift: number) => roundTo1(SIZE.top + INNER.height * (1 - lift / max))
  const x = (tenth: number) => roundTo1(SIZE.left + (INNER.width * tenth) / 10)
  const bottom = SIZE.top + INNER.height
  const ticks = Array.from({ length: max + 1 }, (_, tick) => {
    const line = `<line class="${tick === 1 ? 'even' : 'grid'}" x1="${SIZE.left}" x2="${x(10)}" y1="${y(tick)}" y2="${y(tick)}"/>`
    return `${line}<text x="${SIZE.left - 8}" y="${y(tick) + 4}" text-anchor="end">${tick} ×</text>`
  })
  const bars = owners.model.capturedShares.map((share, i, all) => {
    const lift = 10 * (share - (all[i - 1] ?? 0))
    const name = i === 0 ? 'first' : `${i + 1}.`
    return `<rect class="model" x="${x(i + 0.12)}" width="${roundTo1(INNER.width * 0.076)}" y="${y(lift)}" height="${roundTo1(bottom - y(lift))}"><title>${name} tenth: ${lift.toFixed(2)} ×</title></rect>
<text x="${x(i + 0.5)}" y="${y(lift) - 5}" text-anchor="middle">${lift.toFixed(1)}</text>
<text x="${x(i + 0.5)}" y="${bottom + 18}" text-anchor="middle">${i + 1}</text>`
  })
  const centerX = SIZE.left + INNER.width / 2
  const label = `<text x="${centerX}" y="${SIZE.height - 6}" text-anchor="middle">Tenth of the owners, best first</text>`
  return wrapSvg('Lift of each tenth of the owners', ticks.join('') + bars.join('') + label)
}

export function legend(): string {
  const item = (kind: string, text: string) => `<li><i class="${kind}"></i>${text}</li>`
  return `<ul class="legend">${[...PLOTTED_METHODS]
    .reverse()
    .map((method) => item(method, METHOD_LABELS[method]))
    .join('')}</ul>`
}
